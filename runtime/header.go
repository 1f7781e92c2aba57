package mcpruntime

import (
	"context"
	"encoding/base64"
	"net/http"
	"strings"

	"github.com/go-faster/jx"
)

// Arguments can travel as HTTP headers too, so that what stands between client
// and server may go by them without reading messages: a property of the input
// schema names its header under x-mcp-header (MCP 2026-07-28, "Custom Headers
// from Tool Parameters"). The SDK's server compares them with the arguments;
// its client sends them only for tools that it has listed.

const (
	headerParam  = "Mcp-Param-"
	base64Prefix = "=?base64?"
	base64Suffix = "?="
)

// ParamHeader names the header of an argument: Mcp-Param-Name.
type ParamHeader struct {
	Name string
	// Path leads to the argument by property names.
	Path []string
}

type paramHeadersKey struct{}

// withParamHeaders has the HTTP request of a call carry headers for arguments.
func withParamHeaders(ctx context.Context, headers []ParamHeader, args []byte) context.Context {
	values := map[string]string{}
	for _, h := range headers {
		if value, ok := headerValue(args, h.Path); ok {
			values[headerParam+h.Name] = encodeHeader(value)
		}
	}
	if len(values) == 0 {
		return ctx
	}
	return context.WithValue(ctx, paramHeadersKey{}, values)
}

// headerValue is the text of an argument; false when it is absent or null.
func headerValue(args []byte, path []string) (value string, ok bool) {
	if len(path) == 0 {
		switch d := jx.DecodeBytes(args); d.Next() {
		case jx.String:
			text, err := d.Str()
			return text, err == nil
		case jx.Number, jx.Bool:
			raw, err := d.Raw()
			return string(raw), err == nil
		default:
			return "", false
		}
	}
	d := jx.DecodeBytes(args)
	if d.Next() != jx.Object {
		return "", false
	}
	it, err := d.ObjIter()
	for err == nil && it.Next() {
		if string(it.Key()) == path[0] {
			raw, err := d.Raw()
			if err != nil {
				return "", false
			}
			return headerValue(raw, path[1:])
		}
		err = d.Skip()
	}
	return "", false
}

// encodeHeader writes a value as the specification has it: as it is, or in
// base64 where a header could not carry it, or where it looks as if it were. So
// it does the empty value, which a header can carry, but which the SDK takes for
// a header that is missing.
func encodeHeader(value string) string {
	plain := value != "" && strings.Trim(value, " ") == value &&
		strings.IndexFunc(value, func(c rune) bool { return c < ' ' || c > '~' }) < 0 &&
		!(strings.HasPrefix(value, base64Prefix) && strings.HasSuffix(value, base64Suffix))
	if plain {
		return value
	}
	return base64Prefix + base64.StdEncoding.EncodeToString([]byte(value)) + base64Suffix
}

// addParamHeaders returns the request with the headers of its call, if it has
// any: requests of revisions before 2026-07-28 have none.
func addParamHeaders(r *http.Request) *http.Request {
	values, ok := r.Context().Value(paramHeadersKey{}).(map[string]string)
	if !ok || r.Method != http.MethodPost || r.Header.Get(headerMethod) != "tools/call" {
		return r
	}
	r = r.Clone(r.Context()) // which a RoundTripper must not change
	for name, value := range values {
		r.Header.Set(name, value)
	}
	return r
}

// readableHeaders puts the header of an empty argument in the form that the
// SDK's server does not take for a missing one. It returns the name of a header
// that stands twice, so that others on the way may have gone by another value;
// "" for none.
func readableHeaders(header http.Header) (twice string) {
	for name, values := range header {
		if !strings.HasPrefix(name, headerParam) {
			continue
		}
		if len(values) > 1 {
			return name
		}
		if values[0] == "" {
			header.Set(name, encodeHeader(""))
		}
	}
	return ""
}
