package program

import (
	"strconv"
	"strings"
)

var escapes = strings.NewReplacer("~", "~0", "/", "~1")

// pointer returns the JSON Pointer of the value at an offset in an argument.
func (p *Program) pointer(a *arg, offset int) string {
	at, path := int(a.value.from), "/"+escapes.Replace(p.name(a))
	for at != offset {
		at, path = p.down(at, path, offset)
	}
	return path
}

// down goes from a list or an object to the value in it that an offset is in.
func (p *Program) down(at int, path string, offset int) (int, string) {
	object := p.text[at] == '{'
	at = run(p.text, at+1, space)
	for n := 0; ; n++ {
		name := strconv.Itoa(n)
		if object {
			end := skipString(p.text, at)
			name = escapes.Replace(unquote(p.text[at:end]))
			at = run(p.text, end, space)
			at = run(p.text, at+1, space) // behind the colon
		}
		end := skip(p.text, at)
		if offset < end {
			return at, path + "/" + name
		}
		at = run(p.text, end, space)
		at = run(p.text, at+1, space) // behind the comma
	}
}

// aboutAny reports whether one of the pointers is at a place, below it, or around
// it.
func aboutAny(place string, pointers []string) bool {
	for _, p := range pointers {
		if p != "" && (isBelow(p, place) || isBelow(place, p)) {
			return true
		}
	}
	return false
}

func isBelow(inner, outer string) bool {
	rest, ok := strings.CutPrefix(inner, outer)
	return ok && (rest == "" || rest[0] == '/')
}
