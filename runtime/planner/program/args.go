package program

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unsafe"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// arguments makes the JSON object of a call: what the program says is copied,
// and results and kept values are put in the place of references and handles.
func (r *runner) arguments(ctx context.Context, s *Statement) ([]byte, error) {
	p := r.p
	args := part(p.args, s.args)
	size := 2
	for i := range args {
		size += int(args[i].value.to-args[i].at) + 3 + 16*int(args[i].holes.to-args[i].holes.from)
	}
	b := append(make([]byte, 0, size), '{')
	for i := range args {
		a := &args[i]
		if i > 0 {
			b = append(b, ',')
		}
		if name := p.text[a.at:a.nameEnd]; name[0] == '"' {
			b = append(append(b, name...), ':')
		} else {
			b = append(append(append(b, '"'), name...), `":`...)
		}
		from := a.value.from
		for j := a.holes.from; j < a.holes.to; j++ {
			h := &p.holes[j]
			b = append(b, p.text[from:h.from]...)
			value, err := r.fill(ctx, h)
			if err != nil {
				return nil, err
			}
			if len(b)+len(value) > p.limits.ArgBytes {
				return nil, &Failure{Code: CodeTooLarge, Message: fmt.Sprintf("the arguments have more than %d bytes", p.limits.ArgBytes)}
			}
			b = append(b, value...)
			from = h.to
		}
		b = append(b, p.text[from:a.value.to]...)
	}
	return append(b, '}'), nil
}

// fill returns what stands in the place of a reference or a handle.
func (r *runner) fill(ctx context.Context, h *hole) (value []byte, err error) {
	text := r.p.piece(h.span)
	if r.p.isHandle(h) {
		if h.asHandle {
			return []byte(planner.Quote(text)), nil
		}
		return r.kept(ctx, r.p.id(h), text)
	}
	o := &r.answers[h.target].Outcome
	whole := h.path.from == h.path.to
	switch {
	case h.asHandle && o.Handle != "" && whole:
		return []byte(planner.Quote("#" + o.Handle)), nil
	case h.asHandle && whole:
		return nil, &Failure{Code: CodeBadArgument, Message: text + " is no handle"}
	case o.JSON != nil:
		value = o.JSON
	case o.Handle != "":
		if value, err = r.kept(ctx, o.Handle, text); err != nil {
			return nil, err
		}
	default:
		return nil, &Failure{Code: CodeBadArgument, Message: text + ": the call returned nothing"}
	}
	return r.follow(value, h)
}

func (r *runner) kept(ctx context.Context, handle, text string) ([]byte, error) {
	value, err := r.host.Value(ctx, handle)
	if err != nil {
		f := *failure(ctx, err)
		f.Message = text + ": " + f.Message
		return nil, &f
	}
	return value, nil
}

// follow goes the path of a reference into a result.
func (r *runner) follow(value []byte, h *hole) ([]byte, error) {
	if h.path.from == h.path.to {
		return value, nil
	}
	json := unsafe.String(unsafe.SliceData(value), len(value)) // results do not change
	start, end := 0, len(json)
	behind := h.nameEnd
	for _, step := range part(r.p.steps, h.path) {
		at, to, problem := r.into(json[:end], run(json, start, space), step)
		if problem != "" {
			message := r.p.piece(h.span) + " leads nowhere: " + r.p.text[h.from:behind] + " " + problem
			return nil, &Failure{Code: CodeBadArgument, Message: message}
		}
		start, end, behind = at, to, step.to
	}
	return value[start:end], nil
}

// into goes one step into the value at an offset, and returns where the next
// begins and ends.
func (r *runner) into(json string, at int, s step) (start, end int, problem string) {
	if at >= len(json) {
		return 0, 0, "is nothing"
	}
	index, isIndex := r.p.index(s)
	switch c := json[at]; {
	case c == '{':
		if start, end = memberOf(json, at, r.p.member(s)); start == end {
			problem = "has no such member"
		}
	case c == '[' && isIndex:
		n := 0
		if start, end, n = elementOf(json, at, index); start == end {
			problem = "has only " + strconv.Itoa(n) + " elements"
		}
	case c == '[':
		problem = "is no object, but a list"
	case c == 'n':
		problem = "is null"
	default:
		problem = "is no object"
	}
	return start, end, problem
}

// behind returns the next byte behind blanks and a separator.
func behind(json string, at int, separator byte) int {
	if at = run(json, at, space); at < len(json) && json[at] == separator {
		at = run(json, at+1, space)
	}
	return at
}

// memberOf returns where the value of a member of the object at an offset
// begins and ends; nowhere when there is none.
func memberOf(json string, at int, name string) (start, end int) {
	for at = run(json, at+1, space); at < len(json) && json[at] == '"'; at = behind(json, end, ',') {
		keyEnd := skipString(json, at)
		key := json[at:keyEnd]
		start = behind(json, keyEnd, ':')
		end = skip(json, start)
		if isName(key, name) {
			return start, end
		}
	}
	return 0, 0
}

// isName reports whether a string of JSON is a name.
func isName(key, name string) bool {
	if len(key) == len(name)+2 && key[1:len(key)-1] == name {
		return true
	}
	return strings.IndexByte(key, '\\') >= 0 && unquote(key) == name
}

// elementOf returns where an element of the list at an offset begins and ends;
// nowhere when there is none, and then how many there are.
func elementOf(json string, at, index int) (start, end, n int) {
	for at = run(json, at+1, space); at < len(json) && json[at] != ']'; n++ {
		end = skip(json, at)
		if end == at {
			break // no JSON
		}
		if n == index {
			return at, end, n
		}
		at = behind(json, end, ',')
	}
	return 0, 0, n
}
