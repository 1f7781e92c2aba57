package model

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
)

// Header is an argument that travels as the HTTP header Mcp-Param-Name, too.
type Header struct {
	Name string `json:"name"`
	// Path leads to the argument by property names.
	Path []string `json:"path"`
}

// HeadersOf lists the headers of a tool's arguments, in source order.
func (p *Package) HeadersOf(t *Tool) []Header {
	var headers []Header
	for _, use := range p.headerUses(t) {
		headers = append(headers, Header{use.property.Rules.Header, use.path})
	}
	return headers
}

// headerUse is an argument of a tool with a header.
type headerUse struct {
	property *Property
	path     []string
	// reached: properties alone lead there, in a schema without references.
	reached bool
}

func (p *Package) headerUses(t *Tool) []headerUse {
	w := headerWalk{p: p, visits: map[visit]int{}}
	w.members(p.InputMembers(t), nil, true)
	return w.uses
}

type headerWalk struct {
	p    *Package
	uses []headerUse
	// visits counts how often each type was looked into: twice is enough to see
	// that its headers are not unique, and once where they cannot be anyway.
	visits map[visit]int
}

type visit struct {
	id      string
	reached bool
}

func (w *headerWalk) members(members []Member, path []string, reached bool) {
	for _, m := range members {
		at := append(slices.Clip(path), m.Name)
		if m.Rules != nil && m.Rules.Header != "" {
			w.uses = append(w.uses, headerUse{m.Property, at, reached})
		}
		w.inside(m.Type, at, reached)
	}
}

// inside looks into the values of a type.
func (w *headerWalk) inside(t *Type, path []string, reached bool) {
	for _, n := range w.p.Names(t) {
		reached = reached && !n.Recursive && n.Union == nil
		v := visit{n.ID, reached}
		if w.visits[v]++; w.visits[v] > 2 || w.visits[v] > 1 && !reached {
			return
		}
	}
	base, _ := w.p.Deref(t)
	switch base.Kind {
	case List, Array, Map:
		w.inside(base.Elem, append(slices.Clip(path), "*"), false)
	case Ref:
		n := w.p.Named(base.Ref)
		switch {
		case n == nil:
		case n.Union != nil:
			for _, c := range n.Union.Cases {
				w.members(w.p.CaseMembers(n.Union, c, true), path, reached)
			}
		default:
			w.members(w.p.FieldMembers(n, true), path, reached)
		}
	}
}

// checkHeaders reports headers that break the rules of the protocol across the
// arguments of a tool, and those of no tool at all.
func checkHeaders(p *Package) diag.List {
	var list diag.List
	used := map[token.Position]bool{}
	for _, t := range p.Tools {
		seen := map[string]headerUse{}
		for _, use := range p.headerUses(t) {
			used[use.property.Pos] = true
			name := use.property.Rules.Header
			first, again := seen[strings.ToLower(name)]
			switch {
			case !use.reached:
				list = append(list, diag.New(use.property.Pos, diag.BadHeader,
					fmt.Sprintf("header=%s: more than properties lead to /%s of %s", name, strings.Join(use.path, "/"), t.Name),
					"take it out of lists, maps, unions and types that contain themselves", diag.Related{Pos: t.Pos, Msg: "the tool"}))
			case again:
				list = append(list, diag.New(use.property.Pos, diag.BadHeader,
					fmt.Sprintf("two arguments of %s travel as %s: /%s and /%s", t.Name, name, strings.Join(first.path, "/"), strings.Join(use.path, "/")),
					"give each a header of its own, in any case of letters", diag.Related{Pos: first.property.Pos, Msg: "the first one"}))
			default:
				seen[strings.ToLower(name)] = use
			}
		}
	}
	return append(list, idleHeaders(p, used)...)
}

// idleHeaders reports the headers of what is no argument of a tool. Used are the
// positions of those that are.
func idleHeaders(p *Package, used map[token.Position]bool) (list diag.List) {
	idle := func(prop *Property, why string) {
		if prop.Rules != nil && prop.Rules.Header != "" && !used[prop.Pos] {
			used[prop.Pos] = true
			list = append(list, diag.New(prop.Pos, diag.BadHeader, fmt.Sprintf("header=%s: %s", prop.Rules.Header, why), "drop it"))
		}
	}
	of := func(what string, f Func) {
		for _, param := range f.Params {
			idle(&param.Property, "only arguments of tools travel as headers, and this is one of a "+what)
		}
	}
	for _, r := range p.Resources {
		of("resource", r.Func)
	}
	for _, prompt := range p.Prompts {
		of("prompt", prompt.Func)
	}
	for _, n := range p.Types {
		for _, f := range n.Fields {
			idle(&f.Property, "no tool takes a "+n.Label())
		}
	}
	return list
}
