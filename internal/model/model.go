// Package model holds the contract of a Go package: what its annotated
// functions offer over the Model Context Protocol, as plain data. The parser
// fills it, the emitters read it, and neither sees the other. A contract can
// be printed as JSON (mcpgen show --json); it holds no syntax tree and no
// type-checker value.
package model

import (
	"go/token"
	"slices"
	"time"
)

// Package is the contract of one Go package.
type Package struct {
	// Path is the import path, such as "example.com/weather".
	Path string `json:"path"`
	// Name is the name in the package clause, which may differ from Path.
	Name string `json:"name"`
	// Dir is the absolute directory of the sources.
	Dir string `json:"-"`
	// Doc is the first paragraph of the package comment.
	Doc string `json:"doc,omitempty"`

	Server    *Server     `json:"server,omitempty"`
	Owners    []*Owner    `json:"owners,omitempty"`
	Tools     []*Tool     `json:"tools,omitempty"`
	Resources []*Resource `json:"resources,omitempty"`
	Listings  []*Listing  `json:"listings,omitempty"`
	Prompts   []*Prompt   `json:"prompts,omitempty"`
	// Forms are what its functions ask users to fill in, in source order.
	Forms []*Form `json:"forms,omitempty"`

	Completers []*Completer `json:"completers,omitempty"`
	// Summaries describe what the server keeps as handles, in source order.
	Summaries []*Summary `json:"summaries,omitempty"`

	// Types holds every named type that the contract mentions, by ID order.
	Types []*Named `json:"types,omitempty"`
	// Imports gives the package name of every import path that a type of the
	// contract may need in generated code, by path order.
	Imports []Import `json:"-"`
	// Scope lists the identifiers the user declares at package level, by
	// name order, our own generated files left out.
	Scope []Ident `json:"-"`

	byID map[string]*Named
}

// Empty reports whether the package has no directive that yields code.
func (p *Package) Empty() bool {
	return len(p.Tools) == 0 && len(p.Resources) == 0 && len(p.Listings) == 0 && len(p.Prompts) == 0 && len(p.Completers) == 0 && p.Server == nil
}

// Named returns the named type with the given ID; nil when there is none.
func (p *Package) Named(id string) *Named {
	if p.byID == nil {
		p.byID = make(map[string]*Named, len(p.Types))
		for _, n := range p.Types {
			p.byID[n.ID] = n
		}
	}
	return p.byID[id]
}

// Define adds a named type, in no order.
func (p *Package) Define(n *Named) {
	p.Named(n.ID) // fills byID
	p.Types, p.byID[n.ID] = append(p.Types, n), n
}

// Undefine takes a named type out again.
func (p *Package) Undefine(id string) {
	p.Types = slices.DeleteFunc(p.Types, func(n *Named) bool { return n.ID == id })
	delete(p.byID, id)
}

// Owner returns the owner with the given name; nil when there is none.
func (p *Package) Owner(name string) *Owner {
	for _, o := range p.Owners {
		if o.Name == name {
			return o
		}
	}
	return nil
}

// Import is an import path and the name in that package's clause.
type Import struct{ Path, Name string }

// Ident is an identifier the user declares at package level.
type Ident struct {
	Name string
	Pos  token.Position
}

// Server is what //mcp:server says.
type Server struct {
	Name         string `json:"name"`
	Version      string `json:"version,omitempty"`
	Title        string `json:"title,omitempty"`
	Instructions string `json:"instructions,omitempty"`
	Prefix       string `json:"prefix,omitempty"`
	// Lenient is what tools of the package are that say nothing else.
	Lenient *bool  `json:"lenient,omitempty"`
	Icons   []Icon `json:"icons,omitempty"`
	// Groups are described as they are written, also those that no tool is in.
	Groups []Group `json:"groups,omitempty"`
	// Cache is about the lists; nil when nothing is said.
	Cache *Cache         `json:"cache,omitempty"`
	Pos   token.Position `json:"-"`
}

// Group is what is said of a group of tools.
type Group struct {
	Name string         `json:"name"`
	Doc  string         `json:"doc"`
	Pos  token.Position `json:"-"`
}

// Cache says how long clients may keep what they got, and for whom.
type Cache struct {
	TTL   time.Duration `json:"ttl,omitempty"`
	Scope string        `json:"scope,omitempty"` // "public", "private" or ""
}

// Icon is a picture for hosts; all but the source may be empty.
type Icon struct {
	Source string   `json:"source"`
	MIME   string   `json:"mime,omitempty"`
	Sizes  []string `json:"sizes,omitempty"`
	Theme  string   `json:"theme,omitempty"`
}

// Owner is a type whose methods are annotated: a named type with methods, or
// an interface.
type Owner struct {
	Name string `json:"name"`
	Doc  string `json:"doc,omitempty"`
	// Interface: registration takes any implementation, and the client
	// implements the interface when Complete.
	Interface bool `json:"interface,omitempty"`
	// Pointer: at least one annotated method has a pointer receiver.
	Pointer bool `json:"pointer,omitempty"`
	// Complete: every method of the interface is annotated.
	Complete bool           `json:"complete,omitempty"`
	Pos      token.Position `json:"-"`
}

// Func is the Go function or method behind a tool, resource, prompt or
// completer.
type Func struct {
	// Name is the Go identifier.
	Name string `json:"name"`
	// Owner is the receiver's type name; empty for a function.
	Owner string `json:"owner,omitempty"`
	// Context: the first parameter is a context.Context.
	Context bool `json:"context,omitempty"`
	// Error: the last result is an error.
	Error bool `json:"error,omitempty"`
	// Params are the parameters without the context and the hidden ones, in
	// order.
	Params []*Param `json:"params,omitempty"`
	// Hidden are the parameters that the server fills, in order.
	Hidden []*Hidden `json:"hidden,omitempty"`
	// Results are the results without the error, in order.
	Results []*Param       `json:"results,omitempty"`
	Pos     token.Position `json:"-"`
}

// Property is one member of a JSON object: a parameter, a result or a field.
type Property struct {
	// Name on the wire.
	Name       string `json:"name"`
	Doc        string `json:"doc,omitempty"`
	Deprecated bool   `json:"deprecated,omitempty"`
	Type       *Type  `json:"type"`
	// Quoted: the tag option string makes a JSON string of the scalar.
	Quoted bool `json:"quoted,omitempty"`
	// Optional: a caller may leave it out; null then means absent.
	Optional bool           `json:"optional,omitempty"`
	Rules    *Rules         `json:"rules,omitempty"`
	Pos      token.Position `json:"-"`
}

// Param is a parameter or a result of a function.
type Param struct {
	Property
	// Go is the identifier in the source; empty for an unnamed result.
	Go string `json:"go,omitempty"`
	// Variadic: the last parameter, of kind List here.
	Variadic bool `json:"variadic,omitempty"`
}

// Hidden is a parameter that callers neither see nor set.
type Hidden struct {
	// Go is the identifier in the source.
	Go string `json:"go"`
	// Index is the place among all parameters but the context.
	Index int `json:"index"`
	// Source is one of the sources below; Name the key of _meta or the name of
	// the provider.
	Source Source `json:"source"`
	Name   string `json:"name,omitempty"`
	// Type is that of the parameter, unless a provider gives it.
	Type *Type `json:"type,omitempty"`
	// Provided is the type of what a provider gives.
	Provided *GoName        `json:"provided,omitempty"`
	Pos      token.Position `json:"-"`
}

// Source is where the value of a hidden parameter comes from.
type Source string

// The sources.
const (
	Principal Source = "principal"
	MetaKey   Source = "meta"
	Provider  Source = "provider"
)

// GoName is a defined type, or a pointer to one, that never travels. Pkg is
// empty for a predeclared type.
type GoName struct {
	Pkg     string `json:"pkg,omitempty"`
	Name    string `json:"name"`
	Pointer bool   `json:"pointer,omitempty"`
}

// Tool is a function offered with //mcp:tool.
type Tool struct {
	// Name on the wire, the server's prefix included.
	Name       string   `json:"name"`
	Title      string   `json:"title,omitempty"`
	Doc        string   `json:"doc,omitempty"`
	Deprecated bool     `json:"deprecated,omitempty"`
	Groups     []string `json:"groups,omitempty"`
	Stage      string   `json:"stage,omitempty"`
	Icons      []Icon   `json:"icons,omitempty"`
	Hints      Hints    `json:"hints,omitzero"`
	// Timeout is how long a call may take; 0 when it is not said.
	Timeout time.Duration `json:"timeout,omitempty"`
	// Open: unknown properties of the arguments are accepted and dropped.
	Open bool `json:"open,omitempty"`
	// Approve: a call runs only after the user has said yes to it.
	Approve bool `json:"approve,omitempty"`
	// Lenient: numbers, booleans, arrays and objects in the arguments may come
	// as strings of their JSON; nil leaves it to the server.
	Lenient *bool `json:"lenient,omitempty"`
	// Struct: the only parameter is a struct whose fields are the properties.
	Struct bool `json:"struct,omitempty"`
	// Keep: the result stays on the server, and a handle of it is the answer.
	Keep bool `json:"keep,omitempty"`
	// Kind is what the tool calls the handles it answers with; empty for what
	// their type says.
	Kind string `json:"kind,omitempty"`
	// Wrap: the result is not an object and travels as {"result": v}.
	Wrap bool   `json:"wrap,omitempty"`
	Meta []Meta `json:"meta,omitempty"`
	// Headers lists the arguments that travel as HTTP headers, too.
	Headers []Header `json:"headers,omitempty"`
	Func    Func     `json:"func"`
	// Pos is where the directive stands.
	Pos token.Position `json:"-"`
}

// Hints are the tool annotations of MCP; nil means not said.
type Hints struct {
	ReadOnly    *bool `json:"readOnly,omitempty"`
	Destructive *bool `json:"destructive,omitempty"`
	Idempotent  *bool `json:"idempotent,omitempty"`
	OpenWorld   *bool `json:"openWorld,omitempty"`
}

// Meta is one meta.KEY=VALUE argument; Value is a JSON string.
type Meta struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Resource is a function offered with //mcp:resource.
type Resource struct {
	// URI is a fixed URI or an RFC 6570 template.
	URI   string `json:"uri"`
	Name  string `json:"name"`
	Title string `json:"title,omitempty"`
	Doc   string `json:"doc,omitempty"`
	MIME  string `json:"mime,omitempty"`
	// Template: URI has variables; each is bound to the parameter whose wire
	// name is the variable's.
	Template bool    `json:"template,omitempty"`
	Holds    Holding `json:"holds"`
	// Size in bytes; 0 for not said.
	Size     int      `json:"size,omitempty"`
	Audience []string `json:"audience,omitempty"` // of user and assistant
	// Priority is decimal text, above 0 and at most 1; empty for not said.
	Priority string `json:"priority,omitempty"`
	Icons    []Icon `json:"icons,omitempty"`
	Meta     []Meta `json:"meta,omitempty"`
	// Cache is about the contents; nil when nothing is said.
	Cache *Cache         `json:"cache,omitempty"`
	Func  Func           `json:"func"`
	Pos   token.Position `json:"-"`
}

// Holding says what the function of a resource returns.
type Holding string

// What there is.
const (
	HoldsText     Holding = "text"     // a string
	HoldsBytes    Holding = "bytes"    // a []byte, which may be text
	HoldsContents Holding = "contents" // a Contents of the runtime
	HoldsParts    Holding = "parts"    // a slice of these
)

// Listing is a function offered with //mcp:resource that returns the resources
// of a template.
type Listing struct {
	Name     string         `json:"name"`
	Template string         `json:"template"`
	Doc      string         `json:"doc,omitempty"`
	Func     Func           `json:"func"`
	Pos      token.Position `json:"-"`
}

// Prompt is a function offered with //mcp:prompt. Its parameters are text on the
// wire. Its result is a string, a message, or a list of messages.
type Prompt struct {
	Name  string         `json:"name"`
	Title string         `json:"title,omitempty"`
	Doc   string         `json:"doc,omitempty"`
	Icons []Icon         `json:"icons,omitempty"`
	Meta  []Meta         `json:"meta,omitempty"`
	Func  Func           `json:"func"`
	Pos   token.Position `json:"-"`
}

// Completer is a function offered with //mcp:complete: it lists values. Its first
// parameter is what has been typed of one, the others are arguments beside it,
// which are text on the wire.
type Completer struct {
	// For is what it completes, at least one.
	For  []Completion   `json:"for"`
	Doc  string         `json:"doc,omitempty"`
	Func Func           `json:"func"`
	Pos  token.Position `json:"-"`
}

// Earlier are the parameters behind the first one.
func (c *Completer) Earlier() []*Param { return c.Func.Params[1:] }

// Completion is an argument of a prompt, or a variable of a resource's template.
type Completion struct {
	// Prompt is the name of the prompt on the wire; empty for a resource.
	Prompt string `json:"prompt,omitempty"`
	// URI is the template, exactly as it is declared.
	URI string         `json:"uri,omitempty"`
	Arg string         `json:"arg"`
	Pos token.Position `json:"-"`
}
