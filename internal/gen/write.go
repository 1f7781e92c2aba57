package gen

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Write brings the disk to what the result says and returns what changed, by
// path; it decides nothing. Only files whose content differs are touched, so
// builds and editors stay quiet.
//
// Every file is first written in full beside its target, then all are renamed
// into place, then orphans are removed: an error while writing leaves every
// old file as it was and no new one behind. File modes and symbolic links are
// kept, folders that are missing are made.
func (r *Result) Write() ([]Change, error) {
	changes, err := r.Changes()
	if err != nil {
		return nil, err
	}
	var st stage
	for _, c := range changes {
		if c.New == nil {
			continue
		}
		if err := st.add(c); err != nil {
			st.discard()
			return nil, &WriteError{Path: c.Path, Err: cause(err)}
		}
	}
	if err := st.commit(); err != nil {
		return nil, err
	}
	for _, c := range changes {
		if c.New != nil {
			continue
		}
		if err := os.Remove(c.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return changes, nil
}

// WriteError says which file could not be written. The others are as they were.
type WriteError struct {
	Path string
	Err  error
}

func (e *WriteError) Error() string {
	return fmt.Sprintf("%s cannot be written: %v; nothing was written", e.Path, e.Err)
}

func (e *WriteError) Unwrap() error { return e.Err }

// cause is an error without the name of our temporary file.
func cause(err error) error {
	if bad := (*fs.PathError)(nil); errors.As(err, &bad) {
		return bad.Err
	}
	return err
}

// stage holds files that are written but not yet in place.
type stage struct {
	files []staged
	dirs  []string // folders made on the way, outermost first
}

type staged struct{ temp, target string }

// add writes the new content of a change beside its target.
func (s *stage) add(c Change) error {
	target := c.Path
	if real, err := filepath.EvalSymlinks(target); err == nil {
		target = real
	}
	if err := s.mkdir(filepath.Dir(target)); err != nil {
		return err
	}
	f, err := createBeside(target)
	if err != nil {
		return err
	}
	s.files = append(s.files, staged{f.Name(), target})
	_, err = f.Write(c.New)
	if info, statErr := os.Stat(target); err == nil && statErr == nil {
		err = os.Chmod(f.Name(), info.Mode().Perm())
	}
	return errors.Join(err, f.Close())
}

// mkdir makes a folder and its missing parents, and remembers those it made.
func (s *stage) mkdir(dir string) error {
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if parent := filepath.Dir(dir); parent != dir {
		if err := s.mkdir(parent); err != nil {
			return err
		}
	}
	err := os.Mkdir(dir, 0o777)
	if err == nil {
		s.dirs = append(s.dirs, dir)
	}
	return err
}

// createBeside creates a hidden file in the folder of target. The go command
// ignores names that start with a dot. os.CreateTemp would make the file
// private; here the umask applies, as to any other new file.
func createBeside(target string) (*os.File, error) {
	dir, base := filepath.Split(target)
	for i := 0; ; i++ {
		name := fmt.Sprintf("%s.mcpgen-%d-%d-%s", dir, os.Getpid(), i, strings.TrimPrefix(base, "."))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) || i == 100 {
			return f, err
		}
	}
}

// commit renames every file into place. When one fails, those before it are
// in place and whole, and the rest keep their old content.
func (s *stage) commit() error {
	for i, f := range s.files {
		if err := os.Rename(f.temp, f.target); err != nil {
			s.files = s.files[i:]
			s.discard()
			return err
		}
	}
	return nil
}

// discard removes what was staged and the folders made for it. Errors are
// dropped: the caller reports the one that led here.
func (s *stage) discard() {
	for _, f := range s.files {
		_ = os.Remove(f.temp)
	}
	for i := len(s.dirs) - 1; i >= 0; i-- {
		_ = os.Remove(s.dirs[i]) // fails, as it should, when not empty
	}
}
