package model

import (
	"go/token"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// OutputFile is the name of the one Go file that mcpgen writes per package.
const OutputFile = "mcp_gen.go"

// ClientFile is the name of the Go file of a separate client package (gen
// -client): another name, so that a run over that package does not take it for
// the leftover of one that lost its directives.
const ClientFile = "mcp_client_gen.go"

// Names of the generated declarations that a user meets. All carry MCP.
const (
	RegistryName  = "MCPRegistry"
	NewServerName = "NewMCPServer"
)

// WrapName is the property that a result travels under when it is no object.
const WrapName = "result"

// RegisterName is the function that registers the functions of the package
// (owner "") or the methods of an owner: RegisterMCP, RegisterStoreMCP.
func RegisterName(owner string) string { return "Register" + Exported(owner) + "MCP" }

// ClientName is the typed client's type: MCPClient, StoreMCPClient.
func ClientName(owner string) string { return Exported(owner) + "MCPClient" }

// NewClientName is the constructor of the typed client.
func NewClientName(owner string) string { return "New" + ClientName(owner) }

// Exported returns name with its first letter in upper case; a name that has
// no case gets an X in front, since Go exports by case alone.
func Exported(name string) string {
	if name == "" {
		return ""
	}
	r, size := utf8.DecodeRuneInString(name)
	if up := unicode.ToUpper(r); unicode.IsUpper(up) {
		return string(up) + name[size:]
	}
	return "X" + name
}

// Unexported returns name with its leading capitals in lower case: "getURL"
// for "GetURL", "urlOf" for "URLOf", "id" for "ID".
func Unexported(name string) string {
	runes := []rune(name)
	for i, r := range runes {
		if !unicode.IsUpper(r) {
			break
		}
		if i > 0 && i+1 < len(runes) && unicode.IsLower(runes[i+1]) {
			break
		}
		runes[i] = unicode.ToLower(r)
	}
	return string(runes)
}

// Unique returns want, or want with the lowest number from 2 on that makes it
// neither taken nor a Go keyword.
func Unique(want string, taken func(string) bool) string {
	name := want
	for i := 2; token.IsKeyword(name) || taken(name); i++ {
		name = want + strconv.Itoa(i)
	}
	return name
}

// Camel returns an unexported Go identifier for a name in snake case.
func Camel(snake string) string {
	var b strings.Builder
	for i, part := range strings.Split(snake, "_") {
		if i > 0 {
			part = Exported(part)
		}
		b.WriteString(part)
	}
	return b.String()
}

// Snake returns a Go identifier in snake case, initialisms as one word:
// GetURLByID is get_url_by_id.
func Snake(name string) string {
	runes := []rune(name)
	var b strings.Builder
	for i, r := range runes {
		if i > 0 && startsWord(runes, i) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// startsWord reports whether the upper-case rune at i begins a new word: after
// a rune that is no capital, or before a lower-case one at the end of a run.
func startsWord(runes []rune, i int) bool {
	if !unicode.IsUpper(runes[i]) || runes[i-1] == '_' {
		return false
	}
	if !unicode.IsUpper(runes[i-1]) {
		return true
	}
	return i+1 < len(runes) && unicode.IsLower(runes[i+1])
}

// ExportedNames lists the exported identifiers that the generated file of the
// package declares, in a fixed order.
func (p *Package) ExportedNames() []string {
	if p.Empty() {
		return nil
	}
	names := []string{RegistryName}
	if p.Server != nil {
		names = append(names, NewServerName)
	}
	for _, owner := range p.OwnerNames() {
		names = append(names, RegisterName(owner))
		if p.Name != "main" {
			names = append(names, ClientName(owner), NewClientName(owner))
		}
	}
	return names
}

// OwnerNames lists the owners that have anything to register: "" for plain
// functions first, then the receivers in source order.
func (p *Package) OwnerNames() []string {
	used := map[string]bool{}
	for _, f := range p.Funcs() {
		used[f.Owner] = true
	}
	var names []string
	if used[""] {
		names = append(names, "")
	}
	for _, o := range p.Owners {
		if used[o.Name] {
			names = append(names, o.Name)
		}
	}
	return names
}

// Funcs lists every annotated function: tools, resources, listings, prompts,
// completers.
func (p *Package) Funcs() []*Func {
	var funcs []*Func
	for _, t := range p.Tools {
		funcs = append(funcs, &t.Func)
	}
	for _, r := range p.Resources {
		funcs = append(funcs, &r.Func)
	}
	for _, l := range p.Listings {
		funcs = append(funcs, &l.Func)
	}
	for _, pr := range p.Prompts {
		funcs = append(funcs, &pr.Func)
	}
	for _, c := range p.Completers {
		funcs = append(funcs, &c.Func)
	}
	return funcs
}
