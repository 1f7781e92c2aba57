package mcpruntime

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ClientOption changes how a client connects, and says what servers can ask of
// it. Servers learn what that is, and a client without such options is asked
// nothing.
type ClientOption func(*clientOptions)

type clientOptions struct {
	http  *http.Client
	oauth auth.OAuthHandler
	forms func(ctx context.Context, message string, schema []byte) ([]byte, error)
	urls  func(ctx context.Context, message, url string) error

	sample func(ctx context.Context, request SampleRequest) (Sampled, error)
	roots  []Root // nil when nobody can ask for them
}

func collectClient(opts []ClientOption) (o clientOptions) {
	for _, opt := range opts {
		opt(&o)
	}
	return o
}

// asked reports whether servers can ask.
func (o *clientOptions) asked() bool {
	return o.forms != nil || o.urls != nil || o.sample != nil || o.roots != nil
}

// WithForms lets servers ask the user of the client: fill shows the message and
// the form, a flat JSON Schema, and returns what the user filled in, a JSON
// object. What is missing in it gets the default of its schema; nil is an empty
// object. [ErrDeclined] and [ErrDismissed] say that the user did not; any other
// error ends the call that asked. People should be told which server asks.
func WithForms(fill func(ctx context.Context, message string, schema []byte) ([]byte, error)) ClientOption {
	return func(o *clientOptions) { o.forms = fill }
}

// WithURLs lets servers ask the user to visit a URL, as [AskURL] does: visit
// shows the message and the URL, and returns nil when the user agreed. It must
// not open the URL unasked. The errors are those of [WithForms].
func WithURLs(visit func(ctx context.Context, message, url string) error) ClientOption {
	return func(o *clientOptions) { o.urls = visit }
}

// sdk says in the SDK's terms what can be asked.
func (o *clientOptions) sdk() *mcp.ClientOptions {
	options := &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}}
	o.sdkDeprecated(options)
	if o.forms == nil && o.urls == nil {
		return options
	}
	can := &mcp.ElicitationCapabilities{}
	if o.forms != nil {
		can.Form = &mcp.FormElicitationCapabilities{}
	}
	if o.urls != nil {
		can.URL = &mcp.URLElicitationCapabilities{}
	}
	options.Capabilities.Elicitation = can
	options.ElicitationHandler = o.elicit
	return options
}

// elicit answers a server.
func (o *clientOptions) elicit(ctx context.Context, req *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
	content, err := o.ask(ctx, req.Params)
	switch {
	case errors.Is(err, ErrDeclined):
		return &mcp.ElicitResult{Action: "decline"}, nil
	case errors.Is(err, ErrDismissed):
		return &mcp.ElicitResult{Action: "cancel"}, nil
	case err != nil:
		return nil, (&RPCError{Code: rpcInternal, Message: err.Error()}).wire()
	}
	return &mcp.ElicitResult{Action: "accept", Content: content}, nil
}

func (o *clientOptions) ask(ctx context.Context, params *mcp.ElicitParams) (map[string]any, error) {
	switch {
	case params.Mode == "url" && o.urls != nil:
		return nil, o.urls(ctx, params.Message, params.URL)
	case params.Mode == "url" || o.forms == nil:
		return nil, invalidParams("this client cannot be asked for the mode %q", shorten(params.Mode))
	}
	schema, err := json.Marshal(params.RequestedSchema)
	if err != nil {
		return nil, err
	}
	filled, err := o.forms(ctx, params.Message, schema)
	if err != nil {
		return nil, err
	}
	return formContent(filled)
}

// formContent reads a JSON object. Integers are kept as such: the SDK, which
// holds the content against the schema, takes no [json.Number].
func formContent(filled []byte) (map[string]any, error) {
	content := map[string]any{}
	if len(filled) == 0 {
		return content, nil
	}
	d := json.NewDecoder(bytes.NewReader(filled))
	d.UseNumber()
	if err := d.Decode(&content); err != nil || content == nil {
		return nil, errors.New("what was filled in is no JSON object")
	}
	for name, value := range content {
		number, ok := value.(json.Number)
		if !ok {
			continue
		}
		if n, err := number.Int64(); err == nil {
			content[name] = n
		} else if f, err := number.Float64(); err == nil {
			content[name] = f
		} else {
			return nil, fmt.Errorf("the number %s is too large", shorten(number.String()))
		}
	}
	return content, nil
}
