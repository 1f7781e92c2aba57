package program

import (
	"slices"
	"strconv"
	"strings"
)

// maxSources bounds how many references an answer names.
const maxSources = 8

var unescapes = strings.NewReplacer("~1", "/", "~0", "~")

// sources returns the references in a call that stand at or below the places of
// a failure, or above them.
func (p *Program) sources(s *Statement, pointers []string) (refs []string) {
	args := part(p.args, s.args)
	var places []span
	for _, pointer := range pointers {
		if place, ok := p.place(args, pointer); ok {
			places = append(places, place)
		}
	}
	for i := range args {
		for _, h := range part(p.holes, args[i].holes) {
			if ref := p.piece(h.span); h.in(places) && len(refs) < maxSources && !slices.Contains(refs, ref) {
				refs = append(refs, ref)
			}
		}
	}
	return refs
}

func (h *hole) in(places []span) bool {
	for _, s := range places {
		if s.from <= h.from && h.to <= s.to {
			return true
		}
	}
	return false
}

// place returns where the value of a JSON Pointer stands in a call, or the
// reference that it leads into.
func (p *Program) place(args []arg, pointer string) (place span, ok bool) {
	names := strings.Split(pointer, "/")
	if len(names) < 2 {
		return place, false
	}
	for i := range args {
		if p.name(&args[i]) != unescapes.Replace(names[1]) {
			continue
		}
		place = args[i].value
		for _, name := range names[2:] {
			start, end := 0, 0
			switch text := p.text[:place.to]; text[place.from] {
			case '{':
				start, end = memberOf(text, int(place.from), unescapes.Replace(name))
			case '[':
				if n, err := strconv.Atoi(name); err == nil {
					start, end, _ = elementOf(text, int(place.from), n)
				}
			default:
				return place, true
			}
			if start == end {
				return place, false
			}
			place = spanOf(start, end)
		}
		return place, true
	}
	return place, false
}
