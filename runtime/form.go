package mcpruntime

import (
	"context"
	"encoding/json"
	"reflect"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// FormQuestion is a form; see [Ask].
type FormQuestion[T any] struct {
	asking
	message string

	// Value is what was filled in, once [AskAll] has returned nil.
	Value T
}

// NewForm returns a form to ask with [AskAll].
func NewForm[T any](message string, opts ...AskOption) *FormQuestion[T] {
	return &FormQuestion[T]{asking: newAsking(opts), message: message}
}

// Form is how a type is asked for.
type Form struct {
	// Schema is the JSON Schema of the form: an object of strings, numbers,
	// booleans, choices and lists of choices (MCP, "Elicitation").
	Schema string
	// Legacy is the same for clients of 2025-06-18, which know no titles of
	// choices but enumNames; "" when it is not different.
	Legacy string
	// Lists: the form has lists of choices, which those clients do not have.
	Lists bool
}

// registeredForm is a form of a server.
type registeredForm struct {
	Form
	read any // func(*Reader) T; nil so far
	// ownForm and ownRead: given by hand.
	ownForm, ownRead bool
}

// RegisterForm says how a type is asked for. Generated code calls it, more than
// once when a package has several functions that register. What [AddForm] says
// of the type, before or after, is preferred.
func RegisterForm[T any](s *Server, form *Form, read func(*Reader) T) {
	s.setForm(reflect.TypeFor[T](), func(f *registeredForm) {
		if !f.ownForm {
			f.Form = *form
		}
		if !f.ownRead {
			f.read = read
		}
	})
}

// AddForm says how a type is asked for whose form cannot be generated, or is to
// be another one: the JSON Schema of the form, a flat object, and how answers
// are read. Nil leaves reading to generated code. So a form gets what it had
// before 2025-11-25, titles of choices called enumNames:
//
//	mcpruntime.AddForm[Shirt](srv, `{"type":"object","properties":{"size":{"type":"string",`+
//		`"enum":["s","l"],"enumNames":["Small","Large"]}},"required":["size"]}`, nil)
//
// A package that calls it with a function, which mcpgen can see, needs no type
// that would do for a form, and none is made of it.
func AddForm[T any](s *Server, schema string, read func(*Reader) T) {
	s.setForm(reflect.TypeFor[T](), func(f *registeredForm) {
		f.Form, f.ownForm = Form{Schema: schema}, true
		if read != nil {
			f.read, f.ownRead = read, true
		}
	})
}

func (s *Server) setForm(t reflect.Type, set func(*registeredForm)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.forms[t]
	set(&f)
	s.forms[t] = f
}

func (q *FormQuestion[T]) form(d *dialog) (registeredForm, error) {
	t := reflect.TypeFor[T]()
	d.server.mu.RLock()
	defer d.server.mu.RUnlock()
	f := d.server.forms[t]
	if f.read == nil {
		return f, Errorf(CodeInternal, "no form has been given for %s: register the functions of its package, or call AddForm before", t)
	}
	return f, nil
}

// titledForms is the first revision with titles of choices, and with lists.
const titledForms = "2025-11-25"

func (q *FormQuestion[T]) request(d *dialog) (mcp.InputRequest, error) {
	f, err := q.form(d)
	if err != nil {
		return nil, err
	}
	schema := f.Schema
	if d.version < titledForms {
		if f.Lists {
			return nil, Errorf(CodeCannotAsk, "%q cannot be asked: forms of revision %s have no lists of choices", q.message, d.version)
		}
		if f.Legacy != "" {
			schema = f.Legacy
		}
	}
	return formRequest(q.message, schema), nil
}

func formRequest(message, schema string) *mcp.ElicitParams {
	return &mcp.ElicitParams{Mode: "form", Message: message, RequestedSchema: json.RawMessage(schema)}
}

// readForm reads what a user filled in.
func readForm(content []byte, message string, read func(*Reader)) error {
	r := NewReader(content)
	read(r)
	if err := r.Done(); err != nil {
		return wrongAnswer{Errorf(CodeBadArgument, "the answer to %q does not fit: %w", message, err)}
	}
	return nil
}

func (q *FormQuestion[T]) missing(can *mcp.ClientCapabilities) *mcp.ClientCapabilities {
	return formCapability(can)
}

func (q *FormQuestion[T]) send(ctx context.Context, session *mcp.ServerSession, request mcp.InputRequest) (any, error) {
	return elicit(ctx, session, request)
}

func (q *FormQuestion[T]) take(d *dialog, text []byte) error {
	content, err := accepted(text, q.message)
	if err != nil {
		return err
	}
	f, err := q.form(d)
	if err != nil {
		return err
	}
	var value T
	err = readForm(content, q.message, func(r *Reader) {
		r.Open() // as its schema is: a form says nothing of other properties
		value = f.read.(func(*Reader) T)(r)
	})
	if err != nil {
		return err
	}
	q.Value = value
	return nil
}
