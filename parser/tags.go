package parser

import (
	"go/ast"
	"slices"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/parser/directive"
	"github.com/mcpgen/mcpgen/parser/tag"
)

// tagField reads the jsonschema tags of a member as //mcp:field; nil when there
// are none. The offsets of its arguments are negative; see located.
func (w *walker) tagField(f *model.Field, d decl, m member, at place) *located {
	if !tag.In(m.tag) {
		return nil
	}
	v := m.field()
	place, literal := &ast.Comment{Slash: v.Pos()}, ""
	if node, ok := d.node.(*ast.Field); ok && node.Tag != nil {
		place.Slash, literal = node.Tag.Pos(), node.Tag.Value
	}
	t := &located{placed: &placed{fset: w.prog.fset, comment: place, args: new(directive.Field)}, noun: "tag"}
	t.tag = t.placed
	if v.Pkg() != w.root.pkg.Types {
		t.away = &at
	}
	if !w.prog.sameModule(w.root, v.Pkg()) {
		t.foreign = w.tagged
	}
	base, _ := w.types.Deref(f.Type)
	read, problems := tag.Read(m.tag, literal, base.Kind == model.String)
	if t.foreign != nil {
		problems = append(problems, mend(&read, f)...)
	}
	for i := range problems {
		problems[i].Offset = inTag(problems[i].Offset)
	}
	for i := range read.Args {
		a := &read.Args[i]
		a.KeyOffset, a.ValueOffset = inTag(a.KeyOffset), inTag(a.ValueOffset)
	}
	problems = append(problems, directive.Decode(read, t.args)...)
	empty := false
	for _, p := range problems {
		w.found = append(w.found, t.finding(p.Offset, p.Code, p.Msg, p.Hint)...)
		empty = empty || p.Code == diag.Contradiction
	}
	if empty && t.foreign != nil {
		return nil // nobody can mend it, and no value would be right
	}
	return t
}

// mend takes out of a tag in another module what is fine with other programs
// and would be a finding that the user can do nothing about.
func mend(read *directive.Directive, f *model.Field) (problems []directive.Problem) {
	drop := func(key, why string) {
		i := slices.IndexFunc(read.Args, func(a directive.Arg) bool { return a.Key == key })
		if i >= 0 {
			problems = append(problems, directive.Problem{Offset: read.Args[i].KeyOffset, Code: diag.RuleMismatch, Msg: key + why})
			read.Args = slices.Delete(read.Args, i, i+1)
		}
	}
	if f.Omit != model.OmitNever {
		drop("required", " does not hold for results, which leave the field out when it is empty")
	}
	if slices.ContainsFunc(read.Args, func(a directive.Arg) bool { return a.Key == "required" }) {
		drop("default", " is for what may be left out, and the field is required")
	}
	return problems
}

// inTag marks an offset as one in a tag.
func inTag(offset int) int { return -1 - offset }

// joined is what a directive and a tag on one field say together; an argument
// of both is a finding. Either may be nil.
func (w *walker) joined(p, t *located) *located {
	if p == nil || t == nil {
		if p == nil {
			return t
		}
		return p
	}
	// The directive itself may be read again, for another use of the struct.
	both, args := *p.placed, *p.args.(*directive.Field)
	both.args = &args
	p = &located{placed: &both, away: p.away, noun: p.noun, tag: t.tag}
	names, problems := directive.Add(&args, t.args.(*directive.Field))
	for _, problem := range problems {
		w.found = append(w.found, p.finding(problem.Offset, problem.Code, problem.Msg, problem.Hint)...)
	}
	for _, name := range names {
		w.found = append(w.found, p.finding(0, diag.Contradiction, name+" stands in the jsonschema tag of the field, too", "keep one of them")...)
	}
	return p
}

// strayTags reports jsonschema tags on embedded structs, which have no place
// of their own in JSON.
func (w *walker) strayTags(stray []member, at place) {
	for _, m := range stray {
		v := m.field()
		if !w.prog.sameModule(w.root, v.Pkg()) {
			continue // invopop/jsonschema does not heed them either
		}
		d, _ := w.prog.declOf(v.Origin())
		where := w.placeOf(v, d, at)
		w.report(where, diag.RuleMismatch, where.path+"."+dotted(m)+": the fields of the struct are members of this one, so the jsonschema tag does nothing",
			"drop it, or name the field with a json tag")
	}
}
