package model

import (
	"fmt"
	"go/token"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen/mcpgen/internal/diag"
)

func at(line int) token.Position { return token.Position{Filename: "a.go", Line: line, Column: 1} }

// found prints findings as "line code message" and, indented, what is related.
func found(p *Package) string {
	var b strings.Builder
	for _, f := range Check(p) {
		fmt.Fprintf(&b, "%d %s %s\n", f.Pos.Line, f.Code, f.Msg)
		for _, r := range f.Related {
			fmt.Fprintf(&b, "  %d %s\n", r.Pos.Line, r.Msg)
		}
		if f.Severity != diag.Error || f.Hint == "" {
			fmt.Fprintf(&b, "  severity %s, hint %q\n", f.Severity, f.Hint)
		}
	}
	return b.String()
}

func want(t *testing.T, p *Package, text string) {
	t.Helper()
	if diff := cmp.Diff(strings.TrimPrefix(text, "\n"), found(p)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func named(name string, line int) *Param {
	return &Param{Property: Property{Name: name, Type: strType, Pos: at(line)}, Go: name}
}

func fn(name string, line int, params ...*Param) Func {
	return Func{Name: name, Params: params, Pos: at(line)}
}

func TestDuplicateAndBadNames(t *testing.T) {
	long := strings.Repeat("x", 129)
	p := &Package{Name: "a",
		Tools: []*Tool{
			{Name: "same", Pos: at(1)}, {Name: "a b", Pos: at(2)}, {Name: "same", Pos: at(3)}, {Name: "", Pos: at(4)},
			{Name: long, Pos: at(5)}, {Name: long[1:], Pos: at(6)}, {Name: "é", Pos: at(7)}, {Name: "A-z_0.9", Pos: at(8)},
			{Name: "same", Pos: at(9)}},
		Prompts: []*Prompt{{Name: "same", Pos: at(20)}, {Name: "same", Pos: at(21)}},
	}
	want(t, p, `
2 MCP033 tool name "a b" is not allowed
3 MCP030 two tools are called "same"
  1 first declared here
4 MCP033 tool name "" is not allowed
5 MCP033 tool name "`+long+`" is not allowed
7 MCP033 tool name "é" is not allowed
9 MCP030 two tools are called "same"
  1 first declared here
21 MCP032 two prompts are called "same"
  20 first declared here
`)
}

func TestDuplicateWireNames(t *testing.T) {
	results := fn("R", 5)
	results.Results = []*Param{named("x", 6), named("x", 7)}
	one := fn("One", 8)
	one.Results = []*Param{named("", 9)}
	p := &Package{Name: "a",
		Tools:   []*Tool{{Name: "t", Func: fn("T", 1, named("x", 2), named("y", 3), named("x", 4))}, {Name: "r", Func: results}, {Name: "one", Func: one}},
		Prompts: []*Prompt{{Name: "p", Func: fn("P", 10, named("x", 11), named("x", 12))}},
	}
	want(t, p, `
4 MCP017 two parameters of T are called "x" on the wire
  2 first declared here
7 MCP017 two results of R are called "x" on the wire
  6 first declared here
12 MCP017 two parameters of P are called "x" on the wire
  11 first declared here
`)
}

func TestTakenNames(t *testing.T) {
	method := fn("Find", 30)
	method.Owner = "Store"
	p := &Package{Name: "a",
		Server: &Server{Name: "s", Pos: at(1)},
		Owners: []*Owner{{Name: "Store", Pos: at(20)}},
		Tools:  []*Tool{{Name: "t", Func: fn("T", 10)}, {Name: "find", Func: method}},
		Scope: []Ident{{"MCPClient", at(40)}, {"MCPRegistry", at(41)}, {"NewMCPServer", at(42)}, {"NewStoreMCPClient", at(43)},
			{"RegisterMCP", at(44)}, {"RegisterStoreMCP", at(45)}, {"registerMCP", at(46)}},
	}
	want(t, p, `
40 MCP034 MCPClient is declared here, but the generated code needs the name
  10 needed for this
41 MCP034 MCPRegistry is declared here, but the generated code needs the name
  10 needed for this
42 MCP034 NewMCPServer is declared here, but the generated code needs the name
  1 needed for this
43 MCP034 NewStoreMCPClient is declared here, but the generated code needs the name
  20 needed for this
44 MCP034 RegisterMCP is declared here, but the generated code needs the name
  10 needed for this
45 MCP034 RegisterStoreMCP is declared here, but the generated code needs the name
  20 needed for this
`)
	p.Name, p.Server = "main", nil // main has no client
	p.Scope = p.Scope[:4]
	want(t, p, `
41 MCP034 MCPRegistry is declared here, but the generated code needs the name
  10 needed for this
`)
}

// Two owners, or an owner and the plain functions, can ask for one name.
func TestNamesThatMeet(t *testing.T) {
	low, high := fn("A", 30), fn("B", 31)
	low.Owner, high.Owner = "store", "Store"
	p := &Package{Name: "a", Owners: []*Owner{{Name: "store", Pos: at(20)}, {Name: "Store", Pos: at(21)}},
		Tools: []*Tool{{Name: "a", Func: low}, {Name: "b", Func: high}}}
	want(t, p, `
21 MCP034 the generated code would declare NewStoreMCPClient twice
  20 needed for this too
21 MCP034 the generated code would declare RegisterStoreMCP twice
  20 needed for this too
21 MCP034 the generated code would declare StoreMCPClient twice
  20 needed for this too
`)
	low.Owner, high.Owner = "", "New"
	p.Owners = []*Owner{{Name: "New", Pos: at(21)}}
	p.Tools = []*Tool{{Name: "a", Func: low}, {Name: "b", Func: high}}
	want(t, p, `
21 MCP034 the generated code would declare NewMCPClient twice
  30 needed for this too
`)
}

func TestTooManyProperties(t *testing.T) {
	var params []*Param
	var fields []*Field
	for i := range 257 {
		params = append(params, named(fmt.Sprint("p", i), 1))
		fields = append(fields, &Field{Property: params[i].Property})
	}
	p := &Package{Name: "a",
		Tools: []*Tool{{Name: "ok", Func: fn("OK", 1, params[:256]...)}, {Name: "t", Func: fn("T", 2, params...)}},
		Types: []*Named{{ID: "a.S", Name: "S", Struct: true, Fields: fields, Pos: at(3)}, {ID: "a.U", Name: "U", Struct: true, Fields: fields[1:], Pos: at(4)},
			{ID: "a.V", Name: "V", Union: &Union{Discriminator: "kind", Cases: []Case{{Value: "u", Type: refTo("a.U")}}}, Pos: at(5)}},
	}
	want(t, p, `
2 MCP029 T has 257 properties, more than 256
3 MCP029 struct S has 257 properties, more than 256
5 MCP029 u of V has 257 properties, more than 256
`)
}

func resource(line int, uri string, params ...*Param) *Resource {
	return &Resource{URI: uri, Name: uri, Pos: at(line), Func: fn("R", line+1, params...)}
}

func TestVariablesAndParameters(t *testing.T) {
	p := &Package{Name: "a", Resources: []*Resource{
		resource(10, "a://{id}", named("ident", 12)),
		resource(20, "b://x", named("id", 22)),
		resource(30, "c://{a}/{b}.{c}", named("b", 32), named("c", 33), named("a", 34)),
		resource(40, "d://{id}"),
	}}
	want(t, p, `
10 MCP035 variable "id" of the URI is no parameter of R
  11 the function stands here
12 MCP035 parameter "ident" of R is no variable of the URI "a://{id}"
  10 the URI stands here
22 MCP035 parameter "id" of R is no variable of the URI "b://x"
  20 the URI stands here
40 MCP035 variable "id" of the URI is no parameter of R
  41 the function stands here
`)
}

func TestTwoResourcesOfOneURI(t *testing.T) {
	p := &Package{Name: "a", Resources: []*Resource{
		resource(10, "a://x"), resource(20, "a://x"),
		resource(30, "b://{x}/{y}", named("x", 32), named("y", 33)), resource(40, "b://{y}/{x}", named("x", 42), named("y", 43)),
		resource(50, "b://{x}/y", named("x", 52)),
	}}
	want(t, p, `
20 MCP031 two resources answer to "a://x"
  10 first declared here
40 MCP031 two resources answer to "b://{y}/{x}"
  30 first declared here
`)
}

func TestBadURIs(t *testing.T) {
	for uri, problem := range map[string]string{
		"notes/x":       `URI "notes/x" does not begin with a scheme`,
		"a://{id}/{id}": `variable "id" stands twice in the URI`,
	} {
		p := &Package{Name: "a", Resources: []*Resource{resource(10, uri)}}
		want(t, p, "10 MCP036 "+problem+"\n")
	}
}
