package mcpruntime

import (
	"encoding/json"

	"github.com/go-faster/jx"
)

// Any reads any value: nil, bool, string, [json.Number] (exact),
// []any or map[string]any.
func (r *Reader) Any() any {
	r.last = lastValue{bad: true}
	if r.fatal != nil {
		return nil
	}
	switch r.next() {
	case jx.Null:
		r.Null()
		return nil
	case jx.Bool:
		return r.Bool()
	case jx.String:
		return r.String()
	case jx.Number:
		return json.Number(r.rawText())
	case jx.Array:
		list := []any{}
		for l := r.List(0, -1); l.Next(); {
			list = append(list, r.Any())
		}
		return list
	case jx.Object:
		object := map[string]any{}
		for m := r.Map(); m.Next(); {
			object[m.Key()] = r.Any()
		}
		return object
	default:
		r.failSyntax()
		return nil
	}
}

// Raw reads any value and returns its bytes as they came, without the blanks
// around it.
func (r *Reader) Raw() json.RawMessage {
	if r.fatal != nil || r.next() == jx.Invalid {
		r.failSyntax()
		return nil
	}
	start := r.pos // behind the blanks
	r.skip()
	r.last = lastValue{bad: true}
	if r.fatal != nil {
		return nil
	}
	return append(json.RawMessage(nil), r.data[start:r.pos]...)
}

// skip consumes the next value; in strict mode names that come twice inside it
// are violations, at any depth, and its depth and size count.
func (r *Reader) skip() {
	switch r.next() {
	case jx.Array:
		for l := r.List(0, -1); l.Next(); {
			r.skip()
		}
	case jx.Object:
		for m := r.Map(); m.Next(); {
			r.skip()
		}
	default:
		r.skipPlain()
	}
}
