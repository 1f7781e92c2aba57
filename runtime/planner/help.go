package planner

import (
	"fmt"
	"strings"
)

// Help returns what there is to know about tools and groups by their names: for
// a tool its line, the rest of its description and those of its parameters; for
// a group its description and the same of its tools. Without names it lists the
// groups with the names of their tools. The error names what the view does not
// show, and what comes near.
func (v *View) Help(names ...string) (string, error) {
	if len(names) == 0 {
		return v.overview(), nil
	}
	var b strings.Builder
	groups := map[string]Group{}
	for _, g := range v.Groups() {
		groups[g.Name] = g
	}
	said := map[string]bool{}
	for _, name := range names {
		tool, group := v.Tool(name), groups[name]
		if tool == nil && group.Tools == nil {
			return "", v.unknown(name)
		}
		if tool != nil {
			tool.help(&b, said)
		}
		if group.Tools != nil {
			b.WriteString(group.heading() + "\n")
		}
		for _, t := range group.Tools {
			t.help(&b, said)
		}
	}
	return b.String(), nil
}

func (g Group) heading() string {
	if g.About == "" {
		return "# " + g.Name
	}
	return "# " + g.Name + ": " + oneLine(g.About)
}

// overview names every tool once for each of its groups; those without any come
// last.
func (v *View) overview() string {
	var b strings.Builder
	for _, g := range v.Groups() {
		b.WriteString(g.heading() + "\n" + names(g.Tools) + "\n")
	}
	var rest []*Tool
	for _, t := range v.tools {
		if len(t.Groups) == 0 {
			rest = append(rest, t)
		}
	}
	if len(rest) > 0 && b.Len() > 0 {
		b.WriteString("# other\n")
	}
	if len(rest) > 0 {
		b.WriteString(names(rest) + "\n")
	}
	return b.String()
}

func names(tools []*Tool) string {
	list := make([]string, len(tools))
	for i, t := range tools {
		list[i] = Word(t.Name)
	}
	return strings.Join(list, " ")
}

// unknown is the error of a name that is none of the view's.
func (v *View) unknown(name string) error {
	near := v.Search(name, 3)
	if len(near) == 0 {
		return fmt.Errorf("there is no tool or group %q", name)
	}
	return fmt.Errorf("there is no tool or group %q; near it are %s", name, names(near))
}

// more is what the description says beyond its first sentence.
func (t *Tool) more() string {
	if t.About != About(t.Name, t.Description) {
		return oneLine(t.Description)
	}
	return strings.TrimSpace(strings.TrimPrefix(oneLine(t.Description), FirstSentence(t.Description)))
}

// help writes what there is to know of a tool that has not been said yet.
func (t *Tool) help(b *strings.Builder, said map[string]bool) {
	if said[t.Name] {
		return
	}
	said[t.Name] = true
	b.WriteString(t.Entry.String() + "\n")
	if rest := t.more(); rest != "" {
		b.WriteString("  " + rest + "\n")
	}
	for _, p := range t.Params() {
		if p.About != "" {
			b.WriteString("  " + p.Name + ": " + p.About + "\n")
		}
	}
}
