package excel

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"

	"github.com/xuri/excelize/v2"
)

// Limits on what is opened, read and written.
const (
	// MaxFile is the size of a workbook's file, in bytes.
	MaxFile = 32 << 20
	// MaxUnpacked is the size of what a workbook's file holds, in bytes.
	MaxUnpacked = 64 << 20
	// MaxRead is how many cells one call reads.
	MaxRead = 50_000
	// MaxWrite is how many cells one call writes, formats or sorts.
	MaxWrite = 50_000
	// MaxSheets is how many sheets a workbook has.
	MaxSheets = 200
)

// Files are the workbooks in one folder. It is safe for concurrent use: changes
// of one file wait for each other. A file is replaced as a whole, so that who
// reads it sees it before or after a change.
type Files struct {
	root *os.Root

	mu    sync.Mutex
	locks map[string]*fileLock

	memory memory
}

// fileLock is held by one change of a file; waiting for it ends with a context.
type fileLock struct {
	held  chan struct{} // has room for its holder
	users int           // who hold it and wait for it
}

// Open opens a folder, which must exist.
func Open(folder string) (*Files, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	return &Files{root: root, locks: map[string]*fileLock{}, memory: newMemory()}, nil
}

// Close lets go of the folder.
func (f *Files) Close() error { return f.root.Close() }

// lock waits until nobody else works on a file, and returns what ends that.
func (f *Files) lock(ctx context.Context, p string) (unlock func(), err error) {
	key := strings.ToLower(p) // where case does not matter, one file; elsewhere, no harm
	f.mu.Lock()
	l := f.locks[key]
	if l == nil {
		l = &fileLock{held: make(chan struct{}, 1)}
		f.locks[key] = l
	}
	l.users++
	f.mu.Unlock()
	leave := func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if l.users--; l.users == 0 {
			delete(f.locks, key)
		}
	}
	select {
	case l.held <- struct{}{}:
		return func() { <-l.held; leave() }, nil
	case <-ctx.Done():
		leave()
		return nil, ctx.Err()
	}
}

// view has a function read a workbook.
func (f *Files) view(ctx context.Context, p string, read func(b *book) error) error {
	p, err := cleanPath(p)
	if err != nil {
		return err
	}
	b, _, err := f.open(ctx, p)
	if err != nil {
		return err
	}
	defer b.Close()
	return read(b)
}

// edit has a function change a workbook. On its error nothing is written.
func (f *Files) edit(ctx context.Context, p string, change func(b *book) error) error {
	return f.replace(ctx, p, func(p string) (*book, fs.FileInfo, error) { return f.open(ctx, p) }, change)
}

// make has a function fill a new workbook with a single sheet.
func (f *Files) make(ctx context.Context, p, sheet string, fill func(b *book) error) error {
	return f.replace(ctx, p, func(p string) (*book, fs.FileInfo, error) {
		if folder := path.Dir(p); folder != "." {
			if err := noLinks(f.root, folder); err != nil {
				return nil, nil, err
			}
		}
		switch _, err := f.root.Lstat(p); {
		case err == nil:
			return nil, nil, exists(p)
		case !errors.Is(err, fs.ErrNotExist):
			return nil, nil, fileError(p, err)
		}
		b, err := newBook(ctx, p, sheet)
		return b, nil, err
	}, fill)
}

func (f *Files) replace(ctx context.Context, p string, open func(string) (*book, fs.FileInfo, error), change func(*book) error) error {
	p, err := cleanPath(p)
	if err != nil {
		return err
	}
	unlock, err := f.lock(ctx, p)
	if err != nil {
		return err
	}
	defer unlock()
	b, before, err := open(p)
	if err != nil {
		return err
	}
	defer b.Close()
	if err := change(b); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return f.save(b, p, before)
}

// open reads a workbook, and what its file was then.
func (f *Files) open(ctx context.Context, p string) (*book, fs.FileInfo, error) {
	if err := noLinks(f.root, p); err != nil {
		return nil, nil, err
	}
	info, err := f.root.Stat(p)
	switch {
	case err != nil:
		return nil, nil, fileError(p, err)
	case !info.Mode().IsRegular(): // opening a pipe would wait for its other end
		return nil, nil, badArgument("%s is not a file", p)
	case info.Size() > MaxFile:
		return nil, nil, tooLarge("%s has %d bytes, more than %d", p, info.Size(), MaxFile)
	}
	file, err := f.root.Open(p)
	if err != nil {
		return nil, nil, fileError(p, err)
	}
	defer file.Close()
	size := unpacked(file, info.Size())
	if size > MaxUnpacked {
		return nil, nil, tooLarge("%s has more than %d bytes when it is unpacked", p, MaxUnpacked)
	}
	release, err := f.memory.take(ctx, size)
	if err != nil {
		return nil, nil, err
	}
	b, err := readBook(ctx, p, io.LimitReader(file, MaxFile))
	if err != nil {
		release()
		return nil, nil, err
	}
	b.release = release
	return b, info, nil
}

// save puts a workbook in the place of its file, if that is still as it was.
func (f *Files) save(b *book, p string, before fs.FileInfo) error {
	if len(b.GetSheetList()) > MaxSheets {
		return tooLarge("a workbook has at most %d sheets", MaxSheets)
	}
	if err := b.prepare(); err != nil {
		return err
	}
	if folder := path.Dir(p); folder != "." {
		if err := noLinks(f.root, folder); err != nil {
			return err
		}
		if err := f.root.MkdirAll(folder, 0o755); err != nil {
			return fileError(p, err)
		}
	}
	mode := fs.FileMode(0o644)
	if before != nil {
		mode = before.Mode().Perm()
	}
	temporary := path.Join(path.Dir(p), leftPrefix(p)+rand.Text()+leftSuffix)
	f.sweep(p)
	if err := f.write(b, temporary, mode); err != nil {
		return errors.Join(fileError(p, err), ignoreMissing(f.root.Remove(temporary)))
	}
	err := f.alone(b.ctx, p, func() error {
		if err := f.unchanged(p, before); err != nil {
			return err
		}
		return fileError(p, f.root.Rename(temporary, p))
	})
	if err != nil {
		return errors.Join(err, f.root.Remove(temporary))
	}
	return nil
}

func (f *Files) write(b *book, name string, mode fs.FileMode) (err error) {
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := b.writeTo(file); err != nil {
		return err
	}
	return file.Sync()
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// The options with which all workbooks are read.
var options = excelize.Options{UnzipSizeLimit: MaxUnpacked, UnzipXMLSizeLimit: MaxUnpacked, RawCellValue: true, MaxCalcIterations: 100}
