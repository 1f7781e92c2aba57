package mcpruntime

import (
	"context"
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Tool is what a server says about a tool.
type Tool struct {
	// Name on the wire.
	Name        string
	Title       string
	Description string
	// Line is the tool's signature for planners: parameters and result; "" has it
	// made from Input and Output.
	Line string
	// Input is the JSON Schema of the arguments, an object.
	Input string
	// Output is the JSON Schema of the result; "" when there is none.
	Output string
	// Handle is the kind of the handle that the tool answers with; "" for a tool
	// that returns what it has.
	Handle string
	// Wrapped: the function's result is no object and travels as {"result": v}.
	// A wrapped string is the bare text of the result.
	Wrapped bool
	Hints   Hints
	Groups  []string
	Stage   string
	Icons   []Icon
	// Meta is a JSON object or "".
	Meta string
	// Timeout is how long a call may take; 0 leaves it to [Limits.CallTime].
	Timeout time.Duration
}

// Hints are the tool annotations of MCP; a pair with neither bit set is not
// said.
type Hints uint8

// The hints and their opposites.
const (
	ReadOnly Hints = 1 << iota
	NotReadOnly
	Destructive
	NotDestructive
	Idempotent
	NotIdempotent
	OpenWorld
	ClosedWorld
)

// Handler is a tool's function on the wire: it reads the arguments, calls the
// Go function and writes the result; nothing when there is none.
type Handler func(ctx context.Context, in *Reader, out *Writer) error

// registeredTool is a tool of a server.
type registeredTool struct {
	tool    *Tool
	handler Handler
	site    site
}

// limit is how long a call of the tool may take. Programs have a clock of their
// own, which ends before that of the tool that runs them.
func (e *registeredTool) limit(s *Server) time.Duration {
	if s.modeTools[e.tool.Name] != nil {
		return s.programTime(nil) + programGrace
	}
	return orDefault(e.tool.Timeout, s.limits.CallTime)
}

// AddTool adds a tool. Generated code calls it; t must not change afterwards.
// A name that is taken is reported by [Server.Err].
func (s *Server) AddTool(t *Tool, handler Handler) {
	entry := &registeredTool{tool: t, handler: handler, site: caller()}
	if !s.claim("tool", t.Name, entry.site) {
		return
	}
	definition, err := t.definition()
	if err != nil {
		s.reject("tool", t.Name, entry.site, err)
		return
	}
	if t.Handle != "" {
		s.serveHandles()
	}
	s.mu.Lock()
	s.tools[t.Name] = entry
	s.planned.Store(nil)
	s.mu.Unlock()
	s.registering.Lock()
	defer s.registering.Unlock()
	s.mcp.AddTool(definition, s.serveTool)
	reveal(definition.InputSchema)
	reveal(definition.OutputSchema)
}

// definition is the tool in the SDK's terms.
func (t *Tool) definition() (*mcp.Tool, error) {
	definition := &mcp.Tool{
		Name:        t.Name,
		Title:       t.Title,
		Description: t.Description,
		InputSchema: &schema{text: t.Input},
		Annotations: t.Hints.annotations(),
		Icons:       icons(t.Icons),
	}
	if err := checkSchema(t.Input, true); err != nil {
		return nil, err
	}
	if t.Output != "" {
		if err := checkSchema(t.Output, false); err != nil {
			return nil, err
		}
		definition.OutputSchema = &schema{text: t.Output}
	}
	var err error
	definition.Meta, err = readMeta(t.Meta)
	return definition, err
}

// readMeta reads the _meta of a definition; nil for none.
func readMeta(text string) (meta mcp.Meta, err error) {
	if text != "" {
		err = json.Unmarshal([]byte(text), &meta)
	}
	return meta, err
}

// annotations returns the hints in the SDK's terms; nil when nothing is said.
func (h Hints) annotations() *mcp.ToolAnnotations {
	if h == 0 {
		return nil
	}
	return &mcp.ToolAnnotations{
		ReadOnlyHint:    h&ReadOnly != 0,
		IdempotentHint:  h&Idempotent != 0,
		DestructiveHint: h.pair(Destructive, NotDestructive),
		OpenWorldHint:   h.pair(OpenWorld, ClosedWorld),
	}
}

// pair returns what is said by the bits yes and no; nil for nothing.
func (h Hints) pair(yes, no Hints) *bool {
	if h&(yes|no) == 0 {
		return nil
	}
	v := h&yes != 0
	return &v
}
