package mcpruntime

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"sync"

	"github.com/go-faster/jx"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// lineTransport is JSON-RPC, one message a line. Unlike the SDK's, its
// connections survive a line that is no message: it is answered with an error.
type lineTransport struct {
	in      io.Reader
	out     io.Writer
	maxLine int
	// stop ends the input for a connection; nil for never.
	stop <-chan struct{}
	// broken, for a client, is told of a line that is no message, which ends
	// the connection then.
	broken func(line []byte)
}

func newLineTransport(in io.Reader, out io.Writer, maxLine int) *lineTransport {
	return &lineTransport{in: in, out: out, maxLine: maxLine}
}

// Connect implements [mcp.Transport].
func (t *lineTransport) Connect(context.Context) (mcp.Connection, error) {
	c := &lineConn{transport: t, lines: make(chan line), closed: make(chan struct{}), calls: newOpenCalls(t.broken == nil)}
	go c.scan()
	return c, nil
}

type lineConn struct {
	transport *lineTransport
	lines     chan line
	closed    chan struct{}
	once      sync.Once
	calls     *openCalls
	end       error // of the input, once that has come

	writing sync.Mutex
}

// line is one line of input or the error that ended it.
type line struct {
	text []byte
	err  error
}

var errLongLine = errors.New("message too long")

// scan reads lines until the input ends. It is a goroutine of its own because
// reading a terminal or pipe cannot be interrupted, and Close must not wait.
func (c *lineConn) scan() {
	reader := bufio.NewReaderSize(c.transport.in, 64<<10)
	for {
		text, err := readLine(reader, c.transport.maxLine)
		select {
		case c.lines <- line{text, err}:
		case <-c.closed:
			return
		}
		if err != nil && err != errLongLine {
			return
		}
	}
}

// readLine returns the next line without its end. After errLongLine reading
// can go on with the line that follows.
func readLine(reader *bufio.Reader, maxLine int) ([]byte, error) {
	var text []byte
	long := false
	for {
		part, err := reader.ReadSlice('\n')
		if long = long || len(text)+len(part) > maxLine; !long {
			text = append(text, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && len(text) > 0: // the last line has no end
			return bytes.TrimSpace(text), nil
		case err != nil:
			return nil, err
		case long:
			return nil, errLongLine
		default:
			return bytes.TrimSpace(text), nil
		}
	}
}

// Read implements [mcp.Connection].
func (c *lineConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	for c.end == nil {
		var l line
		select {
		case l = <-c.lines:
		case <-c.transport.stop:
			l.err = io.EOF
		case <-c.closed:
			return nil, io.EOF
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		switch {
		case l.err == errLongLine && c.transport.broken == nil:
			c.refuse(nil, jsonrpc.CodeInvalidRequest, l.err.Error())
			continue
		case l.err != nil:
			c.end = l.err
			continue
		case len(l.text) == 0:
			continue
		}
		msg, code, fault := decodeLine(l.text)
		if fault == "" {
			c.calls.received(msg)
			if c.transport.broken == nil { // of a server
				keepExact(msg)
			}
			return msg, nil
		}
		if c.transport.broken != nil {
			c.transport.broken(l.text)
			return nil, errors.New("the other side wrote what is no message: " + fault)
		}
		c.refuse(l.text, code, fault)
	}
	if answer := c.calls.last(ctx, c.closed); answer != nil {
		return answer, nil
	}
	return nil, c.end
}

// refuse answers a line that is no message.
func (c *lineConn) refuse(text []byte, code int64, message string) {
	_ = c.writeLine(errorMessage(findID(text), code, message)) // when the output is gone the next message says so
}

// findID returns the id of a request that cannot be decoded as a whole, as far
// as it can be seen; "null" when it cannot.
func findID(text []byte) string {
	d := jx.DecodeBytes(text)
	if d.Next() != jx.Object {
		return "null"
	}
	it, err := d.ObjIter()
	for err == nil && it.Next() {
		if kind := d.Next(); string(it.Key()) == "id" && (kind == jx.Number || kind == jx.String) {
			if id, err := d.Raw(); err == nil {
				return id.String()
			}
			break
		}
		err = d.Skip()
	}
	return "null"
}

// Write implements [mcp.Connection].
func (c *lineConn) Write(_ context.Context, msg jsonrpc.Message) error {
	if c.calls.drops(msg) {
		return nil
	}
	giveCode(msg)
	data, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return err
	}
	c.calls.sending(msg)
	defer c.calls.sent(msg)
	return c.writeLine(unescapeHTML(data))
}

// giveCode gives an error of the SDK that has no code, which is one about a
// request at the wrong time, that of such requests.
func giveCode(msg jsonrpc.Message) {
	resp, ok := msg.(*jsonrpc.Response)
	if !ok || resp.Error == nil {
		return
	}
	if wire := (*jsonrpc.Error)(nil); !errors.As(resp.Error, &wire) || wire.Code == 0 {
		resp.Error = &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: resp.Error.Error()}
	}
}

func (c *lineConn) writeLine(data []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, err := c.transport.out.Write(append(data, '\n'))
	return err
}

// Close implements [mcp.Connection].
func (c *lineConn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return nil
}

// SessionID implements [mcp.Connection].
func (c *lineConn) SessionID() string { return "" }

// unescapeHTML undoes the escaping of <, > and & that the SDK's results go
// through: it means the same and costs a model five characters each.
func unescapeHTML(data []byte) []byte {
	const escape = `\u00`
	if !bytes.Contains(data, []byte(escape)) {
		return data
	}
	out := data[:0]
	for i := 0; i < len(data); i++ {
		if data[i] != '\\' || i+1 == len(data) {
			out = append(out, data[i])
			continue
		}
		if i+6 <= len(data) && string(data[i:i+4]) == escape {
			if c := htmlEscape(string(data[i+4 : i+6])); c != 0 {
				out = append(out, c)
				i += 5
				continue
			}
		}
		out = append(out, data[i], data[i+1])
		i++
	}
	return out
}

// htmlEscape returns the character that encoding/json writes as \u00 and the
// given digits for the sake of HTML; 0 for any other.
func htmlEscape(digits string) byte {
	switch digits {
	case "3c":
		return '<'
	case "3e":
		return '>'
	case "26":
		return '&'
	}
	return 0
}
