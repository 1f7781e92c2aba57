package planner

import (
	"errors"
	"fmt"
	"strings"
)

// Help returns what there is to know about tools and groups by their names: for
// a tool its line, the rest of its description and those of its parameters; for
// a group its description and the same of its tools. In front stands what the
// lines use of the notation. Without names it lists the groups with the names of
// their tools. A ! stands in front of tools that are not read-only. What the view
// does not show is named at the end, with what comes near; the error is of names
// none of which it shows.
func (v *View) Help(names ...string) (string, error) {
	if len(names) == 0 {
		return v.overview(), nil
	}
	a := answer{said: map[string]bool{}}
	groups := map[string]Group{}
	for _, g := range v.Groups() {
		groups[g.Name] = g
	}
	for _, name := range names {
		tool, group := v.Tool(name), groups[name]
		switch {
		case tool == nil && group.Tools == nil:
			a.unknown(v, name)
			continue
		case tool != nil:
			a.explain(tool)
		}
		if group.Tools != nil {
			a.text.WriteString(group.heading() + "\n")
		}
		for _, t := range group.Tools {
			a.explain(t)
		}
	}
	if a.text.Len() == 0 {
		return "", errors.New(strings.Join(a.missing, "; "))
	}
	for _, line := range a.missing {
		a.text.WriteString("# " + line + "\n")
	}
	return a.String(), nil
}

// Found returns the lines of the tools that [View.Search] finds, the best first,
// as Help has them.
func (v *View) Found(query string, k int) string {
	tools := v.Search(query, k)
	if len(tools) == 0 {
		return "nothing; help lists what there is"
	}
	var a answer
	for _, t := range tools {
		a.line(t)
	}
	return a.String()
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
	var a answer
	for _, g := range v.Groups() {
		a.text.WriteString(g.heading() + "\n")
		a.names(g.Tools)
	}
	var rest []*Tool
	for _, t := range v.tools {
		if len(t.Groups) == 0 {
			rest = append(rest, t)
		}
	}
	if len(rest) > 0 && a.text.Len() > 0 {
		a.text.WriteString("# other\n")
	}
	a.names(rest)
	return a.String()
}

func names(tools []*Tool) string {
	list := make([]string, len(tools))
	for i, t := range tools {
		list[i] = Word(t.Name)
	}
	return strings.Join(list, " ")
}

// more is what the description says beyond its first sentence.
func (t *Tool) more() string {
	if t.About != About(t.Name, t.Description) {
		return oneLine(t.Description)
	}
	return strings.TrimSpace(strings.TrimPrefix(oneLine(t.Description), FirstSentence(t.Description)))
}

// changing stands in front of the tools of an answer that change something.
const changing, legendOfChanging = "! ", "! changes something"

// answer is text about tools that is being written.
type answer struct {
	text    strings.Builder
	said    map[string]bool // tools and unknown names
	missing []string        // what is said of unknown names
	uses    int             // of the legend
	changes bool            // there is a tool that is not read-only
}

// String returns the legend of what the lines use, if anything, and the lines.
func (a *answer) String() string {
	parts := explained(a.uses)
	if a.changes {
		parts = append(parts, legendOfChanging)
	}
	if len(parts) == 0 {
		return a.text.String()
	}
	return "# " + strings.Join(parts, ", ") + "\n" + a.text.String()
}

// names writes the names of tools, those that change something in a line of
// their own.
func (a *answer) names(tools []*Tool) {
	var reading, others []*Tool
	for _, t := range tools {
		if t.ReadOnly {
			reading = append(reading, t)
		} else {
			others = append(others, t)
		}
	}
	if len(reading) > 0 {
		a.text.WriteString(names(reading) + "\n")
	}
	if len(others) > 0 {
		a.changes = true
		a.text.WriteString(changing + names(others) + "\n")
	}
}

// line writes the line of a tool.
func (a *answer) line(t *Tool) {
	_, _, uses := split(t.Line)
	a.uses |= uses
	if !t.ReadOnly {
		a.changes = true
		a.text.WriteString(changing)
	}
	a.text.WriteString(t.Entry.String() + "\n")
}

// explain writes what there is to know of a tool that has not been said yet.
func (a *answer) explain(t *Tool) {
	if a.said[t.Name] {
		return
	}
	a.said[t.Name] = true
	a.line(t)
	if rest := t.more(); rest != "" {
		a.text.WriteString("  " + rest + "\n")
	}
	for _, p := range t.Params() {
		if p.About != "" {
			a.text.WriteString("  " + p.Name + ": " + p.About + "\n")
		}
	}
}

// maxMissing bounds for how many names what is near is looked for.
const maxMissing = 8

// unknown notes a name that is none of the view's.
func (a *answer) unknown(v *View, name string) {
	if a.said[name] || len(a.missing) > maxMissing {
		return
	}
	a.said[name] = true
	if len(a.missing) == maxMissing {
		a.missing = append(a.missing, "there are more unknown names")
		return
	}
	text := fmt.Sprintf("there is no tool or group %q", name)
	if near := v.Search(name, 3); len(near) > 0 {
		text += "; near it are " + names(near)
	}
	a.missing = append(a.missing, text)
}
