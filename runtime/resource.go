package mcpruntime

import (
	"context"
	"errors"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/yosida95/uritemplate/v3"
)

// Resource is what a server says about a resource.
type Resource struct {
	// URI is a fixed URI, or with Template an RFC 6570 template whose
	// expressions are all of the form {var}.
	URI         string
	Template    bool
	Name        string
	Title       string
	Description string
	MIME        string
	Icons       []Icon
	// Meta is a JSON object or "".
	Meta string
	// Cache says how long clients may keep the contents.
	Cache Cache
}

// Vars are the values of a template's variables, percent-decoded once.
type Vars struct {
	names, list []string
}

// Get returns the value of a variable; "" when the template has none of that
// name.
func (v Vars) Get(name string) string {
	for i, n := range v.names {
		if n == name {
			return v.list[i]
		}
	}
	return ""
}

// values returns all variables by name; nil for none.
func (v Vars) values() map[string]string {
	if len(v.names) == 0 {
		return nil
	}
	m := make(map[string]string, len(v.names))
	for i, n := range v.names {
		m[n] = v.list[i]
	}
	return m
}

// Contents is what a resource holds: text or bytes.
type Contents struct {
	text string
	blob []byte
	// binary tells bytes, which may be nil, from text.
	binary bool
}

// Text returns contents that are text.
func Text(text string) Contents { return Contents{text: text} }

// Blob returns contents that are bytes.
func Blob(data []byte) Contents { return Contents{blob: data, binary: true} }

// ResourceHandler reads a resource. An [Error] with [CodeNotFound] says that
// there is none.
type ResourceHandler func(ctx context.Context, vars Vars) (Contents, error)

type registeredResource struct {
	resource *Resource
	read     ResourceHandler
	pattern  *regexp.Regexp // of a template: one group for each variable
	names    []string
}

// AddResource adds a resource. Generated code calls it; res must not change
// afterwards. A URI that is taken is reported by [Server.Err].
func (s *Server) AddResource(res *Resource, read ResourceHandler) {
	at := caller()
	if !s.claim("resource", res.URI, at) {
		return
	}
	entry := &registeredResource{resource: res, read: read}
	meta, err := readMeta(res.Meta)
	if err := errors.Join(err, entry.compile()); err != nil {
		s.reject("resource", res.URI, at, err)
		return
	}
	s.mu.Lock()
	if res.Template {
		s.templates = append(s.templates, entry)
	} else {
		s.resources[res.URI] = entry
	}
	s.mu.Unlock()
	if res.Template {
		s.mcp.AddResourceTemplate(&mcp.ResourceTemplate{
			URITemplate: res.URI, Name: res.Name, Title: res.Title, Description: res.Description, MIMEType: res.MIME,
			Icons: icons(res.Icons), Meta: meta,
		}, unreachable)
		return
	}
	s.mcp.AddResource(&mcp.Resource{
		URI: res.URI, Name: res.Name, Title: res.Title, Description: res.Description, MIMEType: res.MIME,
		Icons: icons(res.Icons), Meta: meta,
	}, unreachable)
}

// unreachable stands in for the SDK's handler: serveResources answers before.
func unreachable(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	return nil, mcp.ResourceNotFoundError(req.Params.URI)
}

// compile checks the URI and makes a template's pattern. A value may hold any
// character that does not end a path segment; the SDK's own matching refuses
// unreserved ones such as "+".
func (e *registeredResource) compile() error {
	if !e.resource.Template {
		u, err := url.Parse(e.resource.URI)
		if err == nil && !u.IsAbs() {
			err = errors.New("the URI has no scheme")
		}
		return err
	}
	template, err := uritemplate.New(e.resource.URI)
	if err != nil {
		return err
	}
	e.names = template.Varnames()
	var pattern strings.Builder
	pattern.WriteString("^")
	groups := 0
	for rest := e.resource.URI; rest != ""; {
		literal, expression, found := strings.Cut(rest, "{")
		pattern.WriteString(regexp.QuoteMeta(literal))
		if !found {
			break
		}
		expression, rest, _ = strings.Cut(expression, "}")
		if groups == len(e.names) || expression != e.names[groups] {
			return errors.New("only expressions of the form {name}, each name once, are served")
		}
		groups++
		pattern.WriteString("([^/?#]*)")
	}
	pattern.WriteString("$")
	e.pattern, err = regexp.Compile(pattern.String())
	return err
}

// find returns the resource with the given URI and its variables, decoded;
// nil when there is none.
func (s *Server) find(uri string) (*registeredResource, Vars, *RPCError) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if entry := s.resources[uri]; entry != nil {
		return entry, Vars{}, nil
	}
	var undecodable *RPCError
search:
	for _, entry := range s.templates {
		match := entry.pattern.FindStringSubmatch(uri)
		if match == nil {
			continue
		}
		values := match[1:]
		for i, escaped := range values {
			value, err := url.PathUnescape(escaped) // "+" stays a plus
			if err != nil || !utf8.ValidString(value) {
				undecodable = invalidParams("resource URI %q: the value of {%s} is not percent-encoded UTF-8", shorten(uri), entry.names[i])
				continue search
			}
			values[i] = value
		}
		return entry, Vars{entry.names, values}, nil
	}
	return nil, Vars{}, undecodable
}

// read reads a resource that find has found.
func (s *Server) read(ctx context.Context, uri string, entry *registeredResource, vars Vars, principal string) (Result, error) {
	call := &Call{Kind: KindResource, Name: entry.resource.Name, URI: uri, Values: vars.values(), Principal: principal}
	return s.intercept(ctx, call, s.limits.CallTime, func(ctx context.Context, call *Call) (Result, error) {
		return s.guard(ctx, call, s.limits.CallTime, func(ctx context.Context) (Result, error) {
			contents, err := entry.read(ctx, vars)
			if n, most := len(contents.text)+len(contents.blob), s.limits.ResultBytes; err == nil && n > most {
				err = Errorf(CodeTooLarge, "resource %s has %d bytes, at most %d are allowed", call.Name, n, most)
			}
			return Result{Contents: contents}, err
		})
	})
}

// notFound is the error of the specification (2026-07-28, server/resources)
// with what the function says.
func notFound(uri, text string) *RPCError {
	w := NewWriter()
	w.Raw(`{"uri":`)
	w.String(uri)
	w.Raw("}")
	return &RPCError{Code: rpcInvalidParams, Message: text, Data: w.JSON(), ours: true}
}

// readResult is a resources/read result. The SDK's own leaves an empty text
// out, which is neither text nor blob.
type readResult struct {
	mcp.ResultBase
	mcp.Cacheable
	ResultType string         `json:"resultType,omitempty"`
	Contents   []readContents `json:"contents"`
}

type readContents struct {
	URI  string  `json:"uri"`
	MIME string  `json:"mimeType,omitempty"`
	Text *string `json:"text,omitempty"`
	Blob *[]byte `json:"blob,omitempty"`
}

// serveResources is a receiving middleware that reads the resources of s, and
// leaves those added to the SDK's server to it.
func (s *Server) serveResources(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		read, ok := req.(*mcp.ReadResourceRequest)
		if !ok {
			return next(ctx, method, req)
		}
		uri := read.Params.URI
		entry, vars, fault := s.find(uri)
		if fault != nil {
			return nil, fault.wire()
		}
		if entry == nil {
			return next(ctx, method, req)
		}
		var result Result
		questions, state, err := s.inDialog(ctx, round{
			session: read.Session, params: read.Params, version: read.ProtocolVersion(), can: read.ClientCapabilities(),
			state: read.Params.RequestState, responses: read.Params.InputResponses,
			kind: KindResource, name: uri, principal: principal(read.Extra),
		}, func(ctx context.Context) (err error) {
			result, err = s.read(ctx, uri, entry, vars, principal(read.Extra))
			return err
		})
		if questions != nil {
			return &mcp.ReadResourceResult{InputRequests: questions, RequestState: state}, nil
		}
		if err != nil {
			return nil, protocolError(KindResource, entry.resource.Name, err, uri)
		}
		contents := result.Contents
		c := readContents{URI: uri, MIME: entry.resource.MIME}
		if contents.binary {
			blob := append([]byte{}, contents.blob...)
			c.Blob = &blob
		} else {
			c.Text = &contents.text
		}
		return &readResult{
			Cacheable:  entry.resource.Cache.wire(CachePrivate),
			ResultType: resultType(read.ProtocolVersion()),
			Contents:   []readContents{c},
		}, nil
	}
}

// ExpandURI expands an RFC 6570 template whose expressions are all of the form
// {name}; names and values alternate. What is not given is empty. (The library
// that parses templates does not encode characters beyond ASCII as UTF-8.)
func ExpandURI(template string, namesAndValues ...string) string {
	var b strings.Builder
	for rest := template; rest != ""; {
		literal, expression, found := strings.Cut(rest, "{")
		b.WriteString(literal)
		if !found {
			break
		}
		expression, rest, _ = strings.Cut(expression, "}")
		for i := 0; i+1 < len(namesAndValues); i += 2 {
			if namesAndValues[i] == expression {
				b.WriteString(percentEncode(namesAndValues[i+1]))
			}
		}
	}
	return b.String()
}

// percentEncode encodes every byte but the unreserved ones of RFC 3986.
func percentEncode(value string) string {
	const upperHex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(value) {
		c := value[i]
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0 {
			b.WriteByte(c)
			continue
		}
		b.WriteByte('%')
		b.WriteByte(upperHex[c>>4])
		b.WriteByte(upperHex[c&0xf])
	}
	return b.String()
}
