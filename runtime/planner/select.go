package planner

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Select says which tools are in a [View]: those that one of All, Names, Groups
// and Profile brings in, as far as Stages, ReadOnly and Limit leave them in. A
// Select that brings in nothing, such as the zero one, is of no tool: who
// forgets something shows too little, never too much.
type Select struct {
	// All brings in every tool.
	All bool
	// Names brings in tools by their names.
	Names []string
	// Groups brings in the tools of groups.
	Groups []string
	// Profile brings in what a profile selects; [ProfileWorkflow] is always there.
	Profile string

	// Stages leaves out the tools of other stages, unless it is empty. A tool
	// without a stage is of use in all of them.
	Stages []string
	// ReadOnly leaves out the tools that do not promise to change nothing.
	ReadOnly bool
	// Limit is how many tools are left in, in the order of the registry; 0 for all.
	Limit int
}

// ProfileWorkflow selects the tools of the group of the same name: those that do
// a whole piece of work, in place of those that it is made of.
const ProfileWorkflow = "workflow"

// key spells a Select; two that differ have different keys.
func (s Select) key() string {
	var b strings.Builder
	for _, list := range [][]string{s.Names, s.Groups, {s.Profile}, s.Stages} {
		for _, word := range list {
			b.WriteString(strconv.Quote(word))
		}
		b.WriteByte(';')
	}
	fmt.Fprint(&b, s.All, s.ReadOnly, s.Limit)
	return b.String()
}

// brings reports whether a tool comes in; profile is what the profile selects.
func (s Select) brings(t *Tool, profile *View) bool {
	return s.All || slices.Contains(s.Names, t.Name) ||
		slices.ContainsFunc(t.Groups, func(g string) bool { return slices.Contains(s.Groups, g) }) ||
		profile != nil && profile.Has(t.Name)
}

// leaves reports whether a tool stays in that has come in.
func (s Select) leaves(t *Tool) bool {
	return (t.ReadOnly || !s.ReadOnly) && (t.Stage == "" || len(s.Stages) == 0 || slices.Contains(s.Stages, t.Stage))
}

// Check reports what a Select names that is not there.
func (r *Registry) Check(s Select) error {
	var groups, stages []string
	for _, t := range r.whole.tools {
		groups, stages = append(groups, t.Groups...), append(stages, t.Stage)
	}
	var faults []error
	absent := func(what, name string, found bool) {
		if !found {
			faults = append(faults, fmt.Errorf("there is no %s %q", what, name))
		}
	}
	for _, name := range s.Names {
		absent("tool", name, r.whole.Has(name))
	}
	for _, name := range s.Groups {
		absent("group", name, slices.Contains(groups, name))
	}
	for _, name := range s.Stages {
		absent("stage", name, name != "" && slices.Contains(stages, name))
	}
	if profile, ok := r.profiles[s.Profile]; s.Profile != "" {
		absent("profile", s.Profile, ok)
		faults = append(faults, r.Check(Select{Names: profile.Names, Groups: profile.Groups, Stages: profile.Stages}))
	}
	return errors.Join(faults...)
}
