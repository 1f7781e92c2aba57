package excel

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"
)

// What other processes do with the same files: a host may start a server for
// each conversation.

// unchanged reports a file that another program has written since it was read.
func (f *Files) unchanged(p string, before fs.FileInfo) error {
	now, err := f.root.Stat(p)
	switch {
	case before == nil && errors.Is(err, fs.ErrNotExist):
		return nil
	case before == nil && err == nil:
		return exists(p)
	case err == nil && os.SameFile(before, now) && before.ModTime().Equal(now.ModTime()) && before.Size() == now.Size():
		return nil
	}
	return conflict(p)
}

// forgotten is how old a lock is whose process was killed: locks are held for
// two calls of the system.
const forgotten = 5 * time.Second

// alone has a function run while no other process replaces the same file. The
// lock is a file, which works the same on all systems.
func (f *Files) alone(ctx context.Context, p string, do func() error) error {
	name := path.Join(path.Dir(p), leftPrefix(p)+"lock")
	for {
		file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			return errors.Join(do(), file.Close(), ignoreMissing(f.root.Remove(name)))
		}
		if !errors.Is(err, fs.ErrExist) {
			return fileError(p, err)
		}
		if info, err := f.root.Stat(name); err == nil && time.Since(info.ModTime()) > forgotten {
			if err := ignoreMissing(f.root.Remove(name)); err != nil {
				return fileError(p, err)
			}
			continue
		}
		select {
		case <-time.After(2 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

const leftSuffix = ".tmp"

// leftPrefix begins the names of the temporary files of a workbook.
func leftPrefix(p string) string { return "." + path.Base(p) + "." }

// abandoned is how old a temporary file is that nobody writes any more.
const abandoned = 10 * time.Minute

// sweep removes what killed processes have left beside a file. What cannot be
// removed is in nobody's way.
func (f *Files) sweep(p string) {
	entries, err := fs.ReadDir(f.root.FS(), path.Dir(p))
	if err != nil {
		return
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), leftPrefix(p)) || !strings.HasSuffix(e.Name(), leftSuffix) {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
			_ = f.root.Remove(path.Join(path.Dir(p), e.Name()))
		}
	}
}
