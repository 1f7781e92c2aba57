package jenx

import (
	"bytes"
	"go/format"
	"strings"

	"golang.org/x/sync/errgroup"
)

// pieceSize is how much of a file is formatted at a time, in bytes.
const pieceSize = 64 << 10

// formatted is gofmt of a file, whose pieces are formatted side by side.
func formatted(src string) ([]byte, error) {
	pieces := split(src)
	done := make([][]byte, len(pieces))
	var group errgroup.Group
	for i, piece := range pieces {
		group.Go(func() error {
			text, err := format.Source([]byte(piece))
			done[i] = bytes.TrimRight(text, "\n") // a file ends with one, a piece does not
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return format.Source([]byte(src)) // with the line numbers of the file
	}
	return append(bytes.Join(done, []byte("\n\n")), '\n'), nil
}

// split cuts a file between a declaration that ends with a brace and one with a
// comment of its own, where gofmt wants a blank line. A cut that is somewhere
// else, as in a raw string, leaves pieces that do not parse.
func split(src string) (pieces []string) {
	const end, comment = "\n}\n", "//"
	start, at := 0, pieceSize
	for at < len(src) {
		i := strings.Index(src[at:], end)
		if i < 0 {
			break
		}
		at += i + len(end) - 1 // the next brace may be behind that line break
		next := at + len(src[at:]) - len(strings.TrimLeft(src[at:], "\n"))
		if strings.HasPrefix(src[next:], comment) {
			pieces = append(pieces, strings.TrimSpace(src[start:at]))
			start, at = next, next+pieceSize
		}
	}
	return append(pieces, strings.TrimSpace(src[start:]))
}
