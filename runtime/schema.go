package mcpruntime

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/go-faster/jx"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// schema is a JSON Schema in the form the SDK takes: a value that encodes as
// one.
//
// The SDK decodes the schemas of a tool three times while it is registered, to
// check what mcpgen has checked when it wrote them: over a hundred allocations
// a tool. It gets to see the smallest schema that passes, and the real one from
// the moment the tool can be listed.
type schema struct {
	text     string
	revealed atomic.Bool
}

// MarshalJSON implements [encoding/json.Marshaler].
func (s *schema) MarshalJSON() ([]byte, error) {
	if !s.revealed.Load() {
		return []byte(`{"type":"object"}`), nil
	}
	return []byte(s.text), nil
}

func reveal(v any) {
	if s, ok := v.(*schema); ok {
		s.revealed.Store(true)
	}
}

// completeLists is a receiving middleware: a list is made of tools whose
// registration is over.
func (s *Server) completeLists(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if _, ok := req.(*mcp.ListToolsRequest); ok {
			s.registering.RLock()
			defer s.registering.RUnlock()
		}
		return next(ctx, method, req)
	}
}

var (
	errSchema      = errors.New("the schema is no JSON object")
	errInputSchema = errors.New(`the input schema does not say "type":"object"`)
)

// checkSchema returns an error unless text is a JSON object, and with input set
// says "type":"object", which the protocol demands.
func checkSchema(text string, input bool) error {
	d := jx.DecodeStr(text)
	if d.Next() != jx.Object || d.Validate() != nil {
		return errSchema
	}
	if !input {
		return nil
	}
	d.ResetBytes([]byte(text))
	it, err := d.ObjIter()
	for err == nil && it.Next() {
		if string(it.Key()) == "type" && d.Next() == jx.String {
			if kind, err := d.StrBytes(); err == nil && string(kind) == "object" {
				return nil
			}
			break
		}
		err = d.Skip()
	}
	return errInputSchema
}
