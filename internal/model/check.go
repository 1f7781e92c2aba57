package model

import (
	"fmt"
	"go/token"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
)

const (
	// maxToolName is the length that MCP allows a tool name, in bytes.
	maxToolName = 128
	// MaxProperties is how many members one object may have, which is what the
	// runtime keeps account of.
	MaxProperties = 256
)

// Check reports what is wrong across the declarations of a package, by
// position. After it has found no error, no emitter can fail.
func Check(p *Package) diag.List {
	var list diag.List
	list = append(list, checkTools(p)...)
	list = append(list, checkResources(p)...)
	list = append(list, checkPrompts(p)...)
	list = append(list, checkCompleters(p)...)
	list = append(list, checkNames(p)...)
	list = append(list, checkPredeclared(p)...)
	list = append(list, checkSizes(p)...)
	list = append(list, checkRequired(p)...)
	list = append(list, checkHeaders(p)...)
	list = append(list, checkGroups(p)...)
	list = append(list, checkHandles(p)...)
	return list.Sorted()
}

// first is the related position of a duplicate.
func first(pos token.Position) diag.Related {
	return diag.Related{Pos: pos, Msg: "first declared here"}
}

func checkTools(p *Package) diag.List {
	var list diag.List
	seen := map[string]token.Position{}
	for _, t := range p.Tools {
		if !validToolName(t.Name) {
			list = append(list, diag.New(t.Pos, diag.BadToolName,
				fmt.Sprintf("tool name %q is not allowed", t.Name),
				"use 1 to 128 characters of A-Z, a-z, 0-9, _, - and ."))
		}
		if pos, again := seen[t.Name]; again {
			list = append(list, diag.New(t.Pos, diag.DuplicateTool,
				fmt.Sprintf("two tools are called %q", t.Name), "change one with name=", first(pos)))
		} else {
			seen[t.Name] = t.Pos
		}
		list = append(list, checkWire(&t.Func)...)
	}
	return list
}

func validToolName(name string) bool {
	if name == "" || len(name) > maxToolName {
		return false
	}
	for i := range len(name) {
		if !nameRune(name[i]) {
			return false
		}
	}
	return true
}

func checkPrompts(p *Package) diag.List {
	var list diag.List
	seen := map[string]token.Position{}
	for _, pr := range p.Prompts {
		if pos, again := seen[pr.Name]; again {
			list = append(list, diag.New(pr.Pos, diag.DuplicatePrompt,
				fmt.Sprintf("two prompts are called %q", pr.Name), "change one with name=", first(pos)))
		} else {
			seen[pr.Name] = pr.Pos
		}
		list = append(list, checkWire(&pr.Func)...)
	}
	return list
}

// checkWire reports parameters, and results, of one function that share a
// name on the wire.
func checkWire(f *Func) diag.List {
	list := checkParams(f.Name, "parameters", f.Params)
	if len(f.Results) > 1 {
		list = append(list, checkParams(f.Name, "results", f.Results)...)
	}
	return list
}

func checkParams(fn, what string, params []*Param) diag.List {
	var list diag.List
	seen := map[string]token.Position{}
	for _, param := range params {
		pos, again := seen[param.Name]
		if !again {
			seen[param.Name] = param.Pos
			continue
		}
		list = append(list, diag.New(param.Pos, diag.DuplicateWire,
			fmt.Sprintf("two %s of %s are called %q on the wire", what, fn, param.Name),
			"change one with name=", first(pos)))
	}
	return list
}

// checkNames reports identifiers that the generated file declares and the user
// has taken, and those that two of his types would both get.
func checkNames(p *Package) diag.List {
	var list diag.List
	scope := map[string]token.Position{}
	for _, id := range p.Scope {
		scope[id.Name] = id.Pos
	}
	seen := map[string]token.Position{}
	for _, name := range p.ExportedNames() {
		need := p.neededBy(name, seen)
		if pos, taken := scope[name]; taken {
			list = append(list, diag.New(pos, diag.NameTaken,
				fmt.Sprintf("%s is declared here, but the generated code needs the name", name),
				"rename yours", diag.Related{Pos: need, Msg: "needed for this"}))
		}
		if pos, again := seen[name]; again {
			list = append(list, diag.New(need, diag.NameTaken,
				fmt.Sprintf("the generated code would declare %s twice", name),
				"rename one of the types", diag.Related{Pos: pos, Msg: "needed for this too"}))
		}
		seen[name] = need
	}
	return list
}

// needed are the predeclared identifiers that generated code uses.
var needed = map[string]bool{
	"append": true, "len": true, "make": true, "new": true, "true": true, "false": true, "nil": true,
	"any": true, "bool": true, "byte": true, "error": true, "string": true, "float32": true, "float64": true,
	"int": true, "int8": true, "int16": true, "int32": true, "int64": true, "rune": true,
	"uint": true, "uint8": true, "uint16": true, "uint32": true, "uint64": true, "uintptr": true,
}

// checkPredeclared reports declarations that hide from generated code what it
// means by a predeclared identifier.
func checkPredeclared(p *Package) diag.List {
	var list diag.List
	if p.Empty() {
		return nil
	}
	for _, id := range p.Scope {
		if needed[id.Name] {
			list = append(list, diag.New(id.Pos, diag.NameTaken,
				fmt.Sprintf("%s is declared here, which hides the predeclared %s from the generated code", id.Name, id.Name), "rename yours"))
		}
	}
	return list
}

// neededBy returns the declaration for which the generated file declares name.
// When two owners need it, the second is meant once the name has been seen.
func (p *Package) neededBy(name string, seen map[string]token.Position) token.Position {
	if name == NewServerName && p.Server != nil {
		return p.Server.Pos
	}
	var pos []token.Position
	for _, owner := range p.OwnerNames() {
		if name == RegisterName(owner) || name == ClientName(owner) || name == NewClientName(owner) {
			pos = append(pos, p.ownerPos(owner))
		}
	}
	if _, again := seen[name]; again && len(pos) > 1 {
		return pos[1]
	}
	if len(pos) > 0 {
		return pos[0]
	}
	return p.ownerPos("")
}

// ownerPos is where an owner is declared; for plain functions, and for a
// package of methods alone, where the first annotated function is.
func (p *Package) ownerPos(owner string) token.Position {
	if o := p.Owner(owner); o != nil {
		return o.Pos
	}
	funcs := p.Funcs()
	for _, f := range funcs {
		if f.Owner == owner {
			return f.Pos
		}
	}
	if len(funcs) > 0 {
		return funcs[0].Pos
	}
	if p.Server != nil {
		return p.Server.Pos
	}
	return token.Position{}
}

// checkSizes reports objects with too many members.
func checkSizes(p *Package) diag.List {
	var list diag.List
	report := func(pos token.Position, what string, n int) {
		if n > MaxProperties {
			list = append(list, diag.New(pos, diag.TooMany,
				fmt.Sprintf("%s has %d properties, more than %d", what, n, MaxProperties), "group them into nested structs"))
		}
	}
	for _, f := range p.Funcs() {
		name := strings.TrimPrefix(f.Owner+"."+f.Name, ".")
		report(f.Pos, name, len(f.Params))
		report(f.Pos, "the result of "+name, len(f.Results))
	}
	for _, n := range p.Types {
		report(n.Pos, "struct "+n.Label(), len(n.Fields))
		if n.Union != nil {
			for _, c := range n.Union.Cases {
				report(n.Pos, c.Value+" of "+n.Label(), len(p.CaseMembers(n.Union, c, true)))
			}
		}
	}
	return list
}
