package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
)

// GroupsOf returns what is said of the groups that the tools of an owner are in,
// by name. What //mcp:server does not say of the only group of a package, the
// package comment does.
func (p *Package) GroupsOf(owner string) []Group {
	var list []Group
	for _, name := range p.groupNames(func(t *Tool) bool { return t.Func.Owner == owner }) {
		if doc := p.groupDoc(name); doc != "" {
			list = append(list, Group{Name: name, Doc: doc})
		}
	}
	return list
}

// groupNames lists the groups of tools, by name.
func (p *Package) groupNames(of func(*Tool) bool) []string {
	var names []string
	for _, t := range p.Tools {
		if of(t) {
			names = append(names, t.Groups...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func (p *Package) allGroups() []string { return p.groupNames(func(*Tool) bool { return true }) }

// groupDoc is what is said of a group; "" for nothing.
func (p *Package) groupDoc(name string) string {
	if p.Server != nil {
		if i := slices.IndexFunc(p.Server.Groups, func(g Group) bool { return g.Name == name }); i >= 0 {
			return p.Server.Groups[i].Doc
		}
	}
	if len(p.allGroups()) > 1 {
		return "" // the comment is about all of them
	}
	return FirstSentence(p.Doc)
}

// checkGroups reports groups that are described and have no tools.
func checkGroups(p *Package) diag.List {
	if p.Server == nil {
		return nil
	}
	var list diag.List
	names := p.allGroups()
	for _, g := range p.Server.Groups {
		if slices.Contains(names, g.Name) {
			continue
		}
		hint := "give a tool group=" + g.Name + ", or describe the group in the package of its tools"
		if len(names) > 0 {
			hint = "the groups are " + strings.Join(names, ", ")
		}
		list = append(list, diag.New(g.Pos, diag.UnknownGroup, fmt.Sprintf("no tool of the package is in group %q", g.Name), hint))
	}
	return list
}
