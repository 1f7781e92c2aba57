package mcpruntime

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Prompt is what a server says about a prompt.
type Prompt struct {
	// Name on the wire.
	Name        string
	Title       string
	Description string
	Args        []PromptArg
	Icons       []Icon
	// Meta is a JSON object or "".
	Meta string
}

// PromptArg is an argument of a prompt; its value is a string.
type PromptArg struct {
	Name  string
	Title string
	// Description says what the argument is, and of what form.
	Description string
	Required    bool
}

// Args are the arguments of a prompt, checked against [Prompt.Args], or those
// that have values when another one is completed.
type Args struct {
	values map[string]string
	// some: there may be others than those that are wanted, as there are when
	// one is completed.
	some bool
}

// Get returns an argument; "" when it is absent.
func (a Args) Get(name string) string { return a.values[name] }

// Optional returns an argument, or nil when it is absent.
func (a Args) Optional(name string) *string {
	if v, ok := a.values[name]; ok {
		return &v
	}
	return nil
}

// Default returns an argument, or def when it is absent.
func (a Args) Default(name, def string) string {
	if v, ok := a.values[name]; ok {
		return v
	}
	return def
}

// Has reports whether all of some arguments are there.
func (a Args) Has(names ...string) bool {
	for _, name := range names {
		if _, ok := a.values[name]; !ok {
			return false
		}
	}
	return true
}

// Reader returns a reader of the arguments as an object. Their values are text,
// so numbers and booleans are read from it: "5" is 5.
func (a Args) Reader() *Reader {
	text, _ := json.Marshal(a.values) // strings, which cannot fail
	if a.values == nil {
		text = []byte("{}")
	}
	r := NewReader(text)
	r.Lenient(true)
	if a.some {
		r.Open()
	}
	return r
}

// PromptHandler makes the messages of a prompt.
type PromptHandler func(ctx context.Context, args Args) (Messages, error)

type registeredPrompt struct {
	prompt *Prompt
	get    PromptHandler
}

// AddPrompt adds a prompt. Generated code calls it; p must not change
// afterwards. A name that is taken is reported by [Server.Err].
func (s *Server) AddPrompt(p *Prompt, get PromptHandler) {
	at := caller()
	if !s.claim("prompt", p.Name, at) {
		return
	}
	meta, err := readMeta(p.Meta)
	if err != nil {
		s.reject("prompt", p.Name, at, err)
		return
	}
	entry := &registeredPrompt{prompt: p, get: get}
	definition := &mcp.Prompt{Name: p.Name, Title: p.Title, Description: p.Description, Icons: icons(p.Icons), Meta: meta}
	for _, arg := range p.Args {
		definition.Arguments = append(definition.Arguments, &mcp.PromptArgument{
			Name: arg.Name, Title: arg.Title, Description: arg.Description, Required: arg.Required,
		})
	}
	s.mu.Lock()
	s.prompts[p.Name] = entry
	s.mu.Unlock()
	s.mcp.AddPrompt(definition, s.servePrompt(entry))
}

// getPrompt makes the messages of a prompt.
func (s *Server) getPrompt(ctx context.Context, entry *registeredPrompt, args map[string]string, principal string) (Result, error) {
	call := &Call{Kind: KindPrompt, Name: entry.prompt.Name, Values: args, Principal: principal}
	return s.intercept(ctx, call, s.limits.CallTime, func(ctx context.Context, call *Call) (Result, error) {
		if err := entry.prompt.check(args); err != nil {
			return Result{}, err
		}
		return s.guard(ctx, call, s.limits.CallTime, func(ctx context.Context) (Result, error) {
			messages, err := entry.get(ctx, Args{values: args})
			if err != nil {
				return Result{}, err
			}
			size := 0
			for _, m := range messages {
				if m.Content != nil {
					size += m.Content.size()
				}
			}
			if most := s.limits.ResultBytes; size > most {
				return Result{}, Errorf(CodeTooLarge, "prompt %s has %d bytes, at most %d are allowed", call.Name, size, most)
			}
			return Result{Messages: messages}, nil
		})
	})
}

// check reports arguments that are missing or unknown.
func (p *Prompt) check(args map[string]string) error {
	names := make([]string, len(p.Args))
	for i, arg := range p.Args {
		names[i] = arg.Name
		if _, ok := args[arg.Name]; arg.Required && !ok {
			return invalidParams("prompt %q: missing required argument %q", p.Name, arg.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(args)) {
		if !slices.Contains(names, name) {
			return invalidParams("prompt %q: unknown argument %q%s", p.Name, shorten(name), suggest(name, names))
		}
	}
	return nil
}

// servePrompt returns the SDK's handler of a prompt.
func (s *Server) servePrompt(entry *registeredPrompt) mcp.PromptHandler {
	return func(ctx context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		args, _ := json.Marshal(req.Params.Arguments) // strings, which cannot fail
		var result Result
		questions, state, err := s.inDialog(ctx, round{
			session: req.Session, params: req.Params, version: req.ProtocolVersion(), can: req.ClientCapabilities(),
			state: req.Params.RequestState, responses: req.Params.InputResponses,
			kind: KindPrompt, name: entry.prompt.Name, arguments: args, principal: principal(req.Extra),
		}, func(ctx context.Context) (err error) {
			result, err = s.getPrompt(ctx, entry, req.Params.Arguments, principal(req.Extra))
			return err
		})
		if questions != nil {
			return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{}, InputRequests: questions, RequestState: state}, nil
		}
		messages, fault := wireMessages(result.Messages)
		if err = cmp.Or(err, fault); err != nil {
			return nil, protocolError(KindPrompt, entry.prompt.Name, err, "")
		}
		return &mcp.GetPromptResult{Description: entry.prompt.Description, Messages: messages}, nil
	}
}
