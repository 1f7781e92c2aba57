package program

import (
	"context"
	"fmt"
	"strconv"

	"github.com/go-faster/jx"
)

// arguments makes the JSON object of a call: what the program says is copied,
// and results and kept values are put in the place of references and handles.
func (r *runner) arguments(ctx context.Context, s *Statement) ([]byte, error) {
	size := 2
	for i := range s.Args {
		size += len(s.Args[i].Name) + len(s.Args[i].Value) + 4
	}
	b := append(make([]byte, 0, size), '{')
	for i := range s.Args {
		a := &s.Args[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = appendName(b, a.Name)
		from := 0
		for j := range a.holes {
			h := &a.holes[j]
			b = append(b, a.Value[from:h.start]...)
			value, err := r.fill(ctx, a, h)
			if err != nil {
				return nil, err
			}
			if len(b)+len(value) > r.p.limits.ArgBytes {
				return nil, &Failure{Code: CodeTooLarge, Message: fmt.Sprintf("the arguments have more than %d bytes", r.p.limits.ArgBytes)}
			}
			b = append(b, value...)
			from = h.end
		}
		b = append(b, a.Value[from:]...)
	}
	return append(b, '}'), nil
}

// appendName appends the name of a member and the colon.
func appendName(b []byte, name string) []byte {
	if run(name, 0, isNameByte) < len(name) {
		b = append(b, quote(name)...)
		return append(b, ':')
	}
	b = append(b, '"')
	b = append(b, name...)
	return append(b, `":`...)
}

// fill returns what stands in the place of a reference or a handle.
func (r *runner) fill(ctx context.Context, a *Arg, h *hole) (value []byte, err error) {
	text := a.Value[h.start:h.end]
	if h.label == "" {
		if h.asHandle {
			return []byte(quote(text)), nil
		}
		return r.kept(ctx, h.handle, text)
	}
	o := &r.answers[h.target].Outcome
	switch {
	case h.asHandle && o.Handle != "" && len(h.path) == 0:
		return []byte(quote("#" + o.Handle)), nil
	case h.asHandle && len(h.path) == 0:
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
	if len(h.path) == 0 {
		return value, nil
	}
	return follow(value, a, h)
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
func follow(value []byte, a *Arg, h *hole) ([]byte, error) {
	d := jx.GetDecoder()
	defer jx.PutDecoder(d)
	for i, step := range h.path {
		d.ResetBytes(value)
		var found bool
		var got string
		switch t := d.Next(); {
		case t == jx.Object:
			found, got = toMember(d, step.name), "has no such member"
		case t == jx.Array && step.isIndex():
			n, within := toElement(d, step.name)
			found, got = within, fmt.Sprintf("has only %d elements", n)
		default:
			got = "is no object, but " + t.String()
			if t == jx.Array {
				got = "is no object, but a list"
			}
		}
		if found {
			if raw, err := d.Raw(); err == nil {
				value = raw
				continue
			}
			got = "is no JSON"
		}
		where := "$" + h.label
		if i > 0 {
			where = a.Value[h.start:h.path[i-1].end]
		}
		return nil, &Failure{Code: CodeBadArgument, Message: a.Value[h.start:h.end] + " leads nowhere: " + where + " " + got}
	}
	return value, nil
}

// toMember goes to the value of a member of the object at hand.
func toMember(d *jx.Decoder, name string) bool {
	members, err := d.ObjIter()
	if err != nil {
		return false
	}
	for members.Next() {
		if string(members.Key()) == name {
			return true
		}
		if d.Skip() != nil {
			return false
		}
	}
	return false
}

// toElement goes to an element of the list at hand, and says how many it has
// passed.
func toElement(d *jx.Decoder, index string) (n int, found bool) {
	want, err := strconv.Atoi(index)
	if err != nil {
		want = -1 // more than there can be
	}
	elements, err := d.ArrIter()
	if err != nil {
		return 0, false
	}
	for ; elements.Next(); n++ {
		if n == want {
			return n, true
		}
		if d.Skip() != nil {
			return n, false
		}
	}
	return n, false
}

// sources returns the references in a call that stand at or below the places of
// a failure, or around them.
func sources(s *Statement, pointers []string) (refs []string) {
	for i := range s.Args {
		a := &s.Args[i]
		for j := range a.holes {
			h := &a.holes[j]
			if at := a.pointer(h.start); aboutAny(at, pointers) {
				refs = append(refs, a.Value[h.start:h.end])
			}
		}
	}
	return refs
}
