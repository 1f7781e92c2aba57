package planner

import (
	"slices"
	"strings"
	"sync"
)

// View is what somebody sees of a [Registry]: some of its tools, in its order.
// It does not change, and is safe for concurrent use. Equal selections of one
// registry are one view while it is kept, so that its text is written once.
type View struct {
	registry *Registry
	tools    []*Tool
	byName   map[string]*Tool
	digest   string
	// text, bare and zcp are written when somebody wants them.
	text, bare, zcp func() string
}

// view returns the view of tools, which are in order.
func (r *Registry) view(tools []*Tool) *View {
	v := &View{registry: r, tools: tools, byName: make(map[string]*Tool, len(tools))}
	var parts []string
	for _, t := range tools {
		v.byName[t.Name] = t
		parts = append(parts, r.digests[t.Name])
	}
	for _, g := range v.Groups() {
		parts = append(parts, g.Name, g.About)
	}
	v.digest = digest(parts)
	v.text = sync.OnceValue(func() string { return Render(v.entries(true)) })
	v.bare = sync.OnceValue(func() string { return Render(v.entries(false)) })
	v.zcp = sync.OnceValue(func() string { return RenderZCP(ZCPTools(v.entries(true))) })
	return v
}

// Select returns the tools of v that a selection is of. What a profile selects,
// it selects from the whole registry.
func (v *View) Select(s Select) *View {
	r := v.registry
	return r.selected.get(v.digest+s.key(), func() *View {
		next := r.view(v.choose(s))
		return r.views.get(next.digest, func() *View { return next })
	})
}

func (v *View) choose(s Select) (tools []*Tool) {
	var profile *View
	if p, ok := v.registry.profiles[s.Profile]; ok {
		p.Profile = ""
		profile = v.registry.whole.Select(p)
	}
	for _, t := range v.tools {
		if s.Limit > 0 && len(tools) == s.Limit {
			break
		}
		if s.brings(t, profile) && s.leaves(t) {
			tools = append(tools, t)
		}
	}
	return tools
}

// Hash is 12 hexadecimal digits that change with what the view shows.
func (v *View) Hash() string { return v.digest[:12] }

// Tools returns the tools by name; the list must not be changed.
func (v *View) Tools() []*Tool { return v.tools }

// Tool returns the tool of a name; nil when the view does not show one.
func (v *View) Tool(name string) *Tool { return v.byName[name] }

// Has reports whether the view shows a tool of a name.
func (v *View) Has(name string) bool { return v.byName[name] != nil }

// String returns the registry of the view as models read it, see [Render].
func (v *View) String() string { return v.text() }

// Signatures returns what String does without the sentences, which are about
// a third of it: names and types alone, for tools that they tell enough about.
func (v *View) Signatures() string { return v.bare() }

// ZCP returns the registry of the view in the style of ZCP, see [RenderZCP]. The
// number of a tool is the one by which programs in that style name it. Of a tool
// whose line cannot be read, see [Registry.Err], no parameter stands there.
func (v *View) ZCP() string { return v.zcp() }

// entries are the lines of the view, with their sentences or without.
func (v *View) entries(sentences bool) []Entry {
	entries := make([]Entry, len(v.tools))
	for i, t := range v.tools {
		if entries[i] = t.Entry; !sentences {
			entries[i].About = ""
		}
	}
	return entries
}

// Group is a group of tools.
type Group struct {
	Name string
	// About says what the tools are for; "" when nothing is said.
	About string
	// Tools are those of the view, by name.
	Tools []*Tool
}

// Groups returns the groups of the view's tools, by name. A tool can be in several.
func (v *View) Groups() []Group {
	var groups []Group
	at := map[string]int{}
	for _, t := range v.tools {
		for _, name := range t.Groups {
			i, ok := at[name]
			if !ok {
				i = len(groups)
				at[name] = i
				groups = append(groups, Group{Name: name, About: v.registry.groups[name]})
			}
			groups[i].Tools = append(groups[i].Tools, t)
		}
	}
	slices.SortFunc(groups, func(a, b Group) int { return strings.Compare(a.Name, b.Name) })
	return groups
}
