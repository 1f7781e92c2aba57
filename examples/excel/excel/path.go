package excel

import (
	"io/fs"
	"os"
	"path"
	"strings"
)

// maxPath is the length of a path, in bytes.
const maxPath = 500

// cleanPath checks the path of a workbook. What is a file on one system only is
// none: the names of devices, and what Windows forbids.
func cleanPath(p string) (string, error) {
	if err := checkPath(p); err != nil {
		return "", err
	}
	if !strings.EqualFold(path.Ext(p), ".xlsx") {
		return "", badArgument("path %q: a workbook's name ends in .xlsx", p)
	}
	return path.Clean(p), nil
}

func checkPath(p string) error {
	switch {
	case p == "" || len(p) > maxPath:
		return badArgument("a path has 1 to %d bytes", maxPath)
	case strings.ContainsFunc(p, func(r rune) bool { return r < ' ' || r == 0x7f || strings.ContainsRune(`\:*?"<>|`, r) }):
		return badArgument("path %q: write folder/name.xlsx, with / and without \\ : * ? \" < > |", p)
	case strings.HasPrefix(p, "/"):
		return badArgument("path %q: paths are relative to the server's folder", p)
	}
	for part := range strings.SplitSeq(p, "/") {
		switch {
		case part == "..":
			return badArgument("path %q: write it without .., from the server's folder on", p)
		case part != "." && strings.TrimRight(part, ". ") != part:
			return badArgument("path %q: a name does not end in a dot or a space", p)
		case isDevice(part):
			return badArgument("path %q: %s is the name of a device", p, part)
		}
	}
	return nil
}

// isDevice reports whether Windows takes a name for a device, whatever its
// extension.
func isDevice(name string) bool {
	name, _, _ = strings.Cut(strings.ToUpper(name), ".")
	switch name {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return true
	}
	rest, isCOM := strings.CutPrefix(name, "COM")
	if !isCOM {
		var isLPT bool
		if rest, isLPT = strings.CutPrefix(name, "LPT"); !isLPT {
			return false
		}
	}
	return len([]rune(rest)) == 1 && strings.Contains("0123456789¹²³", rest)
}

// noLinks refuses a path with a symbolic link in it, since a file that has two
// names would be written under either at the same time.
func noLinks(root *os.Root, p string) error {
	for i, c := range p + "/" {
		if c != '/' {
			continue
		}
		info, err := root.Lstat(p[:i])
		if err != nil {
			return nil // opening it says why
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return badArgument("path %q: %s is a symbolic link", p, p[:i])
		}
	}
	return nil
}
