package program

import (
	"context"
	"fmt"
	"strconv"
)

// arguments makes the JSON object of a call: what the program says is copied,
// and results and kept values are put in the place of references and handles.
func (r *runner) arguments(ctx context.Context, s *Statement) ([]byte, error) {
	p := r.p
	args := part(p.args, s.args)
	size := 2
	for i := range args {
		size += int(args[i].value.to-args[i].at) + 3
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
			return []byte(quote(text)), nil
		}
		return r.kept(ctx, r.p.id(h), text)
	}
	o := &r.answers[h.target].Outcome
	whole := h.path.from == h.path.to
	switch {
	case h.asHandle && o.Handle != "" && whole:
		return []byte(quote("#" + o.Handle)), nil
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
	behind := h.nameEnd
	for _, step := range part(r.p.steps, h.path) {
		next, problem := r.into(value, step)
		if problem != "" {
			message := r.p.piece(h.span) + " leads nowhere: " + r.p.text[h.from:behind] + " " + problem
			return nil, &Failure{Code: CodeBadArgument, Message: message}
		}
		value, behind = next, step.to
	}
	return value, nil
}

// into goes one step into a value.
func (r *runner) into(value []byte, s step) (next []byte, problem string) {
	at := blanks(value, 0)
	if at == len(value) {
		return nil, "is nothing"
	}
	index, isIndex := r.p.index(s)
	switch c := value[at]; {
	case c == '{':
		if next = memberOf(value, at, r.p.member(s)); next == nil {
			return nil, "has no such member"
		}
		return next, ""
	case c == '[' && isIndex:
		next, n := elementOf(value, at, index)
		if next == nil {
			return nil, "has only " + strconv.Itoa(n) + " elements"
		}
		return next, ""
	case c == '[':
		return nil, "is no object, but a list"
	case c == 'n':
		return nil, "is null"
	}
	return nil, "is no object"
}

func blanks(json []byte, at int) int {
	for at < len(json) && isSpace(json[at]) {
		at++
	}
	return at
}

// behind returns the next byte behind blanks and a separator.
func behind(json []byte, at int, separator byte) int {
	if at = blanks(json, at); at < len(json) && json[at] == separator {
		at = blanks(json, at+1)
	}
	return at
}

// memberOf returns the value of a member of the object at an offset, or nil.
func memberOf(json []byte, at int, name string) []byte {
	for at = blanks(json, at+1); at < len(json) && json[at] == '"'; {
		end := skipString(json, at)
		key := json[at:end]
		at = behind(json, end, ':')
		end = skip(json, at)
		if isName(key, name) {
			return json[at:end]
		}
		at = behind(json, end, ',')
	}
	return nil
}

// isName reports whether a string of JSON is a name.
func isName(key []byte, name string) bool {
	if len(key) == len(name)+2 && string(key[1:len(key)-1]) == name {
		return true
	}
	for _, c := range key {
		if c == '\\' {
			return unquote(string(key)) == name
		}
	}
	return false
}

// elementOf returns an element of the list at an offset, or nil and how many it
// has.
func elementOf(json []byte, at, index int) (element []byte, n int) {
	for at = blanks(json, at+1); at < len(json) && json[at] != ']'; n++ {
		end := skip(json, at)
		if n == index {
			return json[at:end], n
		}
		if end == at {
			break // no JSON
		}
		at = behind(json, end, ',')
	}
	return nil, n
}

// sources returns the references in a call that stand at or below the places of
// a failure, or around them.
func (p *Program) sources(s *Statement, pointers []string) (refs []string) {
	if len(pointers) == 0 {
		return nil
	}
	for _, a := range part(p.args, s.args) {
		for _, h := range part(p.holes, a.holes) {
			if aboutAny(p.pointer(&a, int(h.from)), pointers) {
				refs = append(refs, p.piece(h.span))
			}
		}
	}
	return refs
}
