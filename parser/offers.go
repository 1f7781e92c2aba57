package parser

import (
	"cmp"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/parser/directive"
)

// add enters the function into the package as what its directive says.
func (s *signature) add() {
	switch args := s.offer.args.(type) {
	case *directive.Tool:
		s.tool(args)
	case *directive.Resource:
		s.resource(args)
	case *directive.Prompt:
		s.prompt(args)
	case *directive.Complete:
		s.completer()
	}
}

func (s *signature) tool(args *directive.Tool) {
	doc := describeGroup(s.doc)
	t := &model.Tool{
		Name: s.wireName(args.Name), Title: args.Title.Value, Doc: doc.Doc, Deprecated: doc.Deprecated,
		Groups: args.Group.Values(), Stage: args.Stage.Value, Icons: icons(args.Icon), Open: args.Open.Value, Approve: args.Approve.Value, Lenient: s.lenient(args.Lenient),
		Hints: model.Hints{
			ReadOnly: args.ReadOnly.Ptr(), Destructive: args.Destructive.Ptr(),
			Idempotent: args.Idempotent.Ptr(), OpenWorld: args.OpenWorld.Ptr(),
		},
		Timeout: args.Timeout.Duration(), Meta: metas(args.Meta), Func: s.fn, Pos: s.offer.at(0),
	}
	t.Struct = s.structForm(args)
	s.keeps(t, args)
	t.Wrap = len(s.fn.Results) == 1 && t.Handled() == nil && !s.fn.Results[0].Type.IsContent() && !s.types.types.IsObject(s.fn.Results[0].Type)
	s.out.Tools = append(s.out.Tools, t)
}

// lenient is what the tool says, or the server of the package.
func (s *signature) lenient(given directive.Flag) *bool {
	if !given.Set && s.out.Server != nil {
		return s.out.Server.Lenient
	}
	return given.Ptr()
}

// wireName is the name given, or the function's in snake case, behind the
// prefix of the package.
func (s *signature) wireName(given directive.Text) string {
	return s.prefixed(cmp.Or(given.Value, model.Snake(s.fn.Name)))
}

func (s *signature) prefixed(name string) string {
	if s.out.Server != nil {
		name = s.out.Server.Prefix + name
	}
	return name
}

// structForm reports whether the fields of the only parameter are the tool's
// properties. With args= they are not.
func (s *signature) structForm(args *directive.Tool) bool {
	single := len(s.fn.Params) == 1 && s.spreads(s.fn.Params[0].Type)
	switch {
	case !args.Args.Set:
		return single
	case !single:
		s.found = append(s.found, s.offer.finding(args.Args.KeyOffset, diag.BadValue,
			"args= is for functions whose only parameter is a struct", "leave it out"))
	case args.Args.Value != s.fn.Params[0].Go:
		s.found = append(s.found, s.offer.finding(args.Args.Offset, diag.UnknownParam,
			"the parameter is called "+s.fn.Params[0].Go, "write args="+s.fn.Params[0].Go))
	}
	return false
}

// keepsArgs reports whether args= keeps the only parameter one property.
func (s *signature) keepsArgs() bool {
	args, ok := s.offer.args.(*directive.Tool)
	return ok && args.Args.Set
}

// spreads reports whether t, as the type of the only parameter, is a named
// struct or a pointer to one.
func (s *signature) spreads(t *model.Type) bool {
	if t.Kind == model.Ptr {
		t = t.Elem
	}
	if t.Kind != model.Ref || len(s.names)-s.hiddenCount != 1 {
		return false
	}
	n := s.types.types.Named(t.Ref)
	return n != nil && n.Struct && n.Name != ""
}

func isText(t *model.Type) bool { return t.Kind == model.String }

// icons are icons as the contract has them; nil for none.
func icons(list directive.List) (icons []model.Icon) {
	for _, arg := range list {
		icon, _ := arg.Icon() // of the form, since it was taken
		icons = append(icons, model.Icon(icon))
	}
	return icons
}

// metas are the members of _meta.
func metas(pairs directive.Pairs) (list []model.Meta) {
	for _, m := range pairs {
		list = append(list, model.Meta{Key: m.Key, Value: m.Value})
	}
	return list
}

// cache is nil when nothing is said.
func cache(ttl, scope directive.Text) *model.Cache {
	if !ttl.Set && !scope.Set {
		return nil
	}
	return &model.Cache{TTL: ttl.Duration(), Scope: scope.Value}
}

// served reports arguments of //mcp:param that resources and completers have no
// use for, and takes them out.
func (s *signature) served(d *placed, args *directive.Param) {
	if s.offer.Name == "tool" || s.offer.Name == "prompt" {
		return
	}
	refuse := func(key string, t *directive.Text) {
		if t.Set {
			s.found = append(s.found, d.finding(t.KeyOffset, diag.RuleMismatch, key+" is not supported for the parameters of a "+s.offer.noun(), ""))
			*t = directive.Text{}
		}
	}
	r := &args.Rules
	for i := range r.Example {
		refuse("example", &r.Example[i])
	}
	r.Example = nil
	if s.offer.Name == "resource" {
		refuse("title", &r.Title)
		return
	}
	for key, t := range map[string]*directive.Text{
		"min": &r.Min, "max": &r.Max, "exclusiveMin": &r.ExclusiveMin, "exclusiveMax": &r.ExclusiveMax, "multipleOf": &r.MultipleOf,
		"pattern": &r.Pattern, "format": &r.Format, "minLength": &r.MinLength, "maxLength": &r.MaxLength,
		"minItems": &r.MinItems, "maxItems": &r.MaxItems, "enum": &r.Enum, "header": &r.Header,
	} {
		refuse(key, t)
	}
	for key, f := range map[string]*directive.Flag{"required": &r.Required, "unique": &r.Unique} {
		if f.Set {
			refuse(key, &directive.Text{Set: true, KeyOffset: f.KeyOffset})
			*f = directive.Flag{}
		}
	}
	refuse("default", &r.Default)
	refuse("desc", &r.Desc)
	refuse("title", &r.Title)
}
