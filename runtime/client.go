package mcpruntime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Client calls a server. Typed clients are made of it. It is safe for
// concurrent use.
//
// Its errors are an [*Error] for what a tool, resource or prompt could not do,
// with its code when it has one; an [*RPCError] for what the server refuses,
// such as an unknown name; the error of the context; [ErrTooManyRounds]; and
// [ErrDisconnected].
type Client struct {
	session *mcp.ClientSession
	end     func()       // what is left to do after the session is closed
	died    func() error // why the other side is gone, if that is known
	closed  context.Context
	close   context.CancelFunc // ends closed

	progress *progressListeners
}

// ErrDisconnected says that the server cannot be reached, or that the
// connection to it is over. A client never connects again by itself: what a
// session knew may be gone, and whether a call took place is not known.
var ErrDisconnected = errors.New("no connection to the server")

// connectTime is how long connecting may take when its context has no deadline.
const connectTime = 30 * time.Second

// Connect connects to a server over a transport of the SDK. It speaks the
// newest revision of the protocol that the server does, back to 2024-11-05.
func Connect(ctx context.Context, transport mcp.Transport, opts ...ClientOption) (*Client, error) {
	o := collectClient(opts)
	if o.http != nil || o.oauth != nil {
		return nil, errNotHTTP
	}
	return connect(ctx, transport, o.sdk(), nil, o.roots...)
}

func connect(ctx context.Context, transport mcp.Transport, options *mcp.ClientOptions, ask *mcp.ClientSessionOptions, roots ...Root) (*Client, error) {
	if err := checkRoots(roots); err != nil {
		return nil, err
	}
	if _, bounded := ctx.Deadline(); !bounded {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, connectTime)
		defer cancel()
	}
	if options.Capabilities == nil {
		options.Capabilities = &mcp.ClientCapabilities{} // the SDK's default has roots
	}
	progress := new(progressListeners)
	options.ProgressNotificationHandler = progress.notified
	client := mcp.NewClient(&mcp.Implementation{Name: "mcpgen", Version: "1"}, options)
	addRoots(client, roots)
	session, err := client.Connect(ctx, exactTransport(transport), ask)
	if err != nil {
		return nil, connectError(ctx, err)
	}
	c := &Client{session: session, progress: progress, end: func() {}, died: func() error { return nil }}
	c.closed, c.close = context.WithCancel(context.Background())
	return c, nil
}

// connectError is the error of a connection that did not come about.
func connectError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("connecting: %w", ctx.Err())
	}
	return fmt.Errorf("%w: %w", ErrDisconnected, err)
}

// Local returns a client that is connected to s in this process.
func (s *Server) Local(ctx context.Context, opts ...ClientOption) (*Client, error) {
	if err := s.start(); err != nil {
		return nil, err
	}
	return s.local(ctx, opts...)
}

func (s *Server) local(ctx context.Context, opts ...ClientOption) (*Client, error) {
	here, there := mcp.NewInMemoryTransports()
	server, err := s.mcp.Connect(ctx, served(here), nil)
	if err != nil {
		return nil, err
	}
	client, err := Connect(ctx, there, opts...)
	if err != nil {
		return nil, errors.Join(err, server.Close())
	}
	client.end = func() { _ = server.Wait() } // how it ends has been decided by then
	return client, nil
}

// closeTime is how long the end of a session may take: the other side may hang.
const closeTime = 2 * time.Second

// Close ends the calls that run, the connection, and a server that [Spawn]
// started.
func (c *Client) Close() error {
	c.close()
	ended := make(chan error, 1)
	go func() { ended <- c.session.Close() }()
	var err error
	select {
	case err = <-ended:
	case <-time.After(closeTime):
	}
	c.end()
	return err
}

// begin returns the context of a call, which ends with the client, and what is
// to be done after the call.
func (c *Client) begin(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(c.closed, cancel)
	return ctx, func() { stop(); cancel() }
}

// Session returns the SDK's session, the way out to everything of the SDK.
func (c *Client) Session() *mcp.ClientSession { return c.session }

// CallTool calls a tool with the arguments in args, a JSON object or nothing,
// and returns a reader of its result: the structured content; when there is
// none, the text, as an object or wrapped as {"result": text}; {} for no
// content at all. A tool's error is an [*Error], with its code when it has one.
// Over HTTP the arguments that headers name travel as headers, too.
func (c *Client) CallTool(ctx context.Context, name string, args *Writer, headers ...ParamHeader) (*Reader, error) {
	result, raw, err := c.callTool(ctx, name, args, headers)
	if err != nil {
		return nil, err
	}
	structured, err := structuredOf(result, raw)
	if err != nil {
		return nil, err
	}
	return NewResultReader(structured), nil
}

// callTool returns the result of a tool, and the bytes of it where they were
// captured. With the error of a tool comes the result that it is made of.
func (c *Client) callTool(ctx context.Context, name string, args *Writer, headers []ParamHeader) (*mcp.CallToolResult, []byte, error) {
	if args.err != nil {
		return nil, nil, fmt.Errorf("arguments of tool %q: %w", name, args.err)
	}
	if err := sendable(args.buf); err != nil {
		return nil, nil, err
	}
	callContext, done := c.begin(ctx)
	defer done()
	params := &mcp.CallToolParams{Name: name}
	if len(args.buf) > 0 {
		params.Arguments = json.RawMessage(args.buf)
	}
	defer c.progress.listen(ctx, params)()
	var exact capture
	callContext = withParamHeaders(context.WithValue(callContext, captureKey{}, &exact), headers, args.buf)
	result, err := c.session.CallTool(callContext, params)
	if err != nil {
		return nil, nil, c.rebuild(ctx, err)
	}
	if result.IsError {
		return result, exact.take(), &Error{Code: wireCode(result.Meta), Message: textOf(result.Content)}
	}
	return result, exact.take(), nil
}

// sendable refuses arguments that no server takes, and that would end the
// connection for all other calls.
func sendable(args []byte) error {
	if len(args) > defaultMessageBytes-1000 { // the rest of the message
		return Errorf(CodeBadArgument, "the arguments have %d bytes, more than a message may", len(args))
	}
	if nests(args, partDepth) {
		return Errorf(CodeBadArgument, "the arguments are nested too deep: at most %d levels are allowed", partDepth)
	}
	return nil
}

// structuredOf returns the structured content of a result as an object: from
// the bytes as they came when they were captured, else from what the SDK made
// of them.
func structuredOf(result *mcp.CallToolResult, raw []byte) ([]byte, error) {
	if result.StructuredContent == nil {
		return wrapText(result.Content), nil
	}
	if raw == nil {
		return json.Marshal(result.StructuredContent)
	}
	var wire struct {
		StructuredContent json.RawMessage `json:"structuredContent"`
	}
	if err := json.Unmarshal(raw, &wire); err != nil {
		return nil, err
	}
	return wire.StructuredContent, nil
}

// wrapText makes an object of a result that is content alone.
func wrapText(content []mcp.Content) []byte {
	if len(content) == 0 {
		return []byte("{}")
	}
	text := textOf(content)
	if object := []byte(text); json.Valid(object) && strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") {
		return object
	}
	w := NewWriter()
	w.Raw(`{"result":`)
	w.String(text)
	w.Raw("}")
	return w.JSON()
}

// textOf joins the texts of content.
func textOf(content []mcp.Content) string {
	var texts []string
	for _, c := range content {
		if text, ok := c.(*mcp.TextContent); ok {
			texts = append(texts, text.Text)
		}
	}
	return strings.Join(texts, "\n")
}
