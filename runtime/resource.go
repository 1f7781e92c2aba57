package mcpruntime

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen/mcpgen/runtime/uri"
)

// Resource is what a server says about a resource. Functions that list the
// resources of a template return some; URI is all that they need to say.
type Resource struct {
	// URI is a fixed URI, or with Template an RFC 6570 template.
	URI string
	// Template and Vars are for generated code. Vars are the variables of the
	// template, in its order; none for strings that must be there.
	Template bool
	Vars     []Variable

	Name        string
	Title       string
	Description string
	MIME        string
	// Size is how many bytes the contents have; 0 for not known. Templates have
	// none.
	Size int64
	// Audience is "user", "assistant" or both; none for not said.
	Audience []string
	// Priority is above 0 and at most 1, which is for what cannot be done
	// without; 0 for not said.
	Priority float64
	// LastModified is the zero time for not known.
	LastModified time.Time
	Icons        []Icon
	// Meta is a JSON object or "".
	Meta string
	// Cache says how long clients may keep the contents.
	Cache Cache
}

// annotations are what hosts may choose by; nil for none.
func (r *Resource) annotations() *mcp.Annotations {
	if len(r.Audience) == 0 && r.Priority == 0 && r.LastModified.IsZero() {
		return nil
	}
	a := &mcp.Annotations{Priority: r.Priority}
	for _, role := range r.Audience {
		a.Audience = append(a.Audience, mcp.Role(role))
	}
	if !r.LastModified.IsZero() {
		a.LastModified = r.LastModified.UTC().Format(time.RFC3339)
	}
	return a
}

// wire is a resource that is no template in the SDK's terms.
func (r *Resource) wire(meta mcp.Meta) *mcp.Resource {
	return &mcp.Resource{
		URI: r.URI, Name: r.Name, Title: r.Title, Description: r.Description, MIMEType: r.MIME, Size: r.Size,
		Annotations: r.annotations(), Icons: icons(r.Icons), Meta: meta,
	}
}

// wireTemplate is a template in the SDK's terms.
func (r *Resource) wireTemplate(meta mcp.Meta) *mcp.ResourceTemplate {
	return &mcp.ResourceTemplate{
		URITemplate: r.URI, Name: r.Name, Title: r.Title, Description: r.Description, MIMEType: r.MIME,
		Annotations: r.annotations(), Icons: icons(r.Icons), Meta: meta,
	}
}

// ResourceHandler reads a resource. An [Error] with [CodeNotFound] says that
// there is none.
type ResourceHandler func(ctx context.Context, vars Vars) (Contents, error)

type registeredResource struct {
	resource *Resource
	read     ResourceHandler
	matcher  *uri.Matcher // of a template
	vars     []Variable
	meta     mcp.Meta
}

// AddResource adds a resource. Generated code calls it; res must not change
// afterwards. A URI that is taken is reported by [Server.Err].
func (s *Server) AddResource(res *Resource, read ResourceHandler) {
	at := caller()
	if !s.claim("resource", res.URI, at) {
		return
	}
	entry := &registeredResource{resource: res, read: read}
	var err error
	entry.meta, err = readMeta(res.Meta)
	if err := errors.Join(err, entry.compile()); err != nil {
		s.reject("resource", res.URI, at, err)
		return
	}
	s.mu.Lock()
	if res.Template {
		s.templates = append(s.templates, entry)
		slices.SortFunc(s.templates, func(a, b *registeredResource) int { return a.matcher.Compare(b.matcher) }) // the first that matches is meant
	} else {
		s.resources[res.URI] = entry
	}
	s.mu.Unlock()
	if res.Template {
		s.mcp.AddResourceTemplate(res.wireTemplate(entry.meta), unreachable)
		return
	}
	s.mcp.AddResource(res.wire(entry.meta), unreachable)
}

// unreachable stands in for the SDK's handler: serveResources answers before.
func unreachable(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	return nil, mcp.ResourceNotFoundError(req.Params.URI)
}

// compile checks the URI and makes a template's matcher. The SDK's own matching
// gives no values, and refuses unreserved characters such as "+".
func (e *registeredResource) compile() error {
	template, err := uri.Parse(e.resource.URI)
	if err != nil {
		return err
	}
	kinds := map[string]Variable{}
	for _, v := range e.resource.Vars {
		kinds[v.Name] = v
	}
	for _, v := range template.Variables() {
		known := kinds[v.Name]
		known.Name = v.Name
		e.vars = append(e.vars, known)
	}
	e.matcher, err = template.Bind(func(name string) uri.Kind {
		return uri.Kind{Optional: kinds[name].Optional, List: kinds[name].List}
	})
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
	var fault *RPCError
	for _, entry := range s.templates {
		values, ok, err := entry.matcher.Match(uri)
		switch {
		case ok && err == nil:
			return entry, Vars{entry.vars, values}, nil
		case ok && fault == nil:
			fault = invalidParams("resource URI %q: %v", shorten(uri), err)
		}
	}
	return nil, Vars{}, fault
}

// read reads a resource that find has found.
func (s *Server) read(ctx context.Context, uri string, entry *registeredResource, vars Vars, principal string) (Result, error) {
	call := &Call{Kind: KindResource, Name: entry.resource.Name, URI: uri, Values: vars.byName(), Principal: principal}
	return s.intercept(ctx, call, s.limits.CallTime, func(ctx context.Context, call *Call) (Result, error) {
		return s.guard(ctx, call, s.limits.CallTime, func(ctx context.Context) (Result, error) {
			contents, err := entry.read(ctx, vars)
			if n, most := contents.size(), s.limits.ResultBytes; err == nil && n > most {
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

// inputRequired is a result that asks the client (MCP, "Multi round-trip
// requests"). The SDK's own says so only when a handler of the SDK returns it.
type inputRequired struct {
	mcp.ResultBase
	ResultType    string              `json:"resultType"`
	InputRequests mcp.InputRequestMap `json:"inputRequests"`
	RequestState  string              `json:"requestState"`
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
			kind: KindResource, name: uri, principal: principal(read.Extra), remote: remote(read.Extra),
		}, func(ctx context.Context) (err error) {
			result, err = s.read(ctx, uri, entry, vars, principal(read.Extra))
			return err
		})
		if questions != nil {
			return &inputRequired{ResultType: "input_required", InputRequests: questions, RequestState: state}, nil
		}
		if err != nil {
			return nil, protocolError(KindResource, entry.resource.Name, err, uri)
		}
		contents := []readContents{}
		for _, part := range result.Contents.Parts() {
			contents = append(contents, part.wire(uri, entry.resource.MIME))
		}
		return &readResult{
			Cacheable:  entry.resource.Cache.wire(CachePrivate),
			ResultType: resultType(read.ProtocolVersion()),
			Contents:   contents,
		}, nil
	}
}
