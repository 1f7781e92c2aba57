package parser

import (
	"fmt"
	"go/types"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/parser/directive"
)

// hiddenParams finds the //mcp:param directives that hide their parameter.
func hiddenParams(params []*placed) map[string]*placed {
	hidden := map[string]*placed{}
	for _, d := range params {
		if args, ok := d.args.(*directive.Param); ok && args.Hidden.Set {
			hidden[d.Subject] = d
		}
	}
	return hidden
}

// hiddenParam enters a parameter that the server fills.
func (s *signature) hiddenParam(v *types.Var, e *entry, d *placed, index int, variadic bool) {
	s.names = append(s.names, v.Name())
	s.hiddenCount++
	arg := d.args.(*directive.Param).Hidden
	kind, name := arg.Source()
	h := &model.Hidden{Go: v.Name(), Index: index, Source: model.Source(kind), Name: name, Pos: s.prog.fset.Position(e.pos)}
	refuse := func(msg, hint string) {
		s.found = append(s.found, d.finding(arg.KeyOffset, diag.BadHidden, msg, hint))
		s.ok = false
	}
	switch {
	case variadic:
		refuse(v.Name()+" is variadic, and its values come from the caller", "take a slice")
		return
	case h.Source == model.Provider:
		var why string
		if h.Provided, why = s.provided(v.Type()); h.Provided == nil {
			refuse(fmt.Sprintf("%s is of type %s, %s", v.Name(), s.types.spell(v.Type()), why), "take a named type, or a pointer to one")
			return
		}
	default:
		h.Type = s.types.typ(v.Type(), s.place(e, v.Name()))
		if h.Type == nil {
			s.ok = false
			return
		}
		if base := s.types.types.Resolve(h.Type); h.Source == model.Principal && base.Kind != model.String {
			refuse(v.Name()+" is the principal, which is a string", "take a string, or a type of strings")
			return
		}
	}
	s.fn.Hidden = append(s.fn.Hidden, h)
	if s.owner != nil {
		s.found = append(s.found, d.finding(0, diag.HiddenInterface,
			"the client of "+s.owner.Name+" has no parameter "+v.Name()+" in "+s.fn.Name+", so it does not implement the interface",
			"have the value in the context, or in what implements the interface"))
	}
}

// provided spells the type of what a provider gives; nil, and why, when
// generated code cannot name it.
func (s *signature) provided(t types.Type) (name *model.GoName, why string) {
	name = &model.GoName{}
	if alias, ok := t.(*types.Alias); ok && alias.TypeArgs().Len() == 0 {
		return s.goName(name, alias.Obj())
	}
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		name.Pointer = true
		t = types.Unalias(p.Elem())
	}
	switch t := t.(type) {
	case *types.Basic:
		if t.Kind() != types.Invalid && t.Kind() != types.UnsafePointer {
			name.Name = t.Name()
			return name, ""
		}
	case *types.Named:
		if t.TypeArgs().Len() == 0 {
			return s.goName(name, t.Obj())
		}
	}
	return nil, "which has no name of its own"
}

func (s *signature) goName(name *model.GoName, obj *types.TypeName) (*model.GoName, string) {
	if why := s.types.unreachable(obj); why != "" {
		return nil, "which " + why
	}
	name.Name = obj.Name()
	if obj.Pkg() != nil {
		name.Pkg = obj.Pkg().Path()
		s.types.imports[name.Pkg] = obj.Pkg().Name()
	}
	return name, ""
}
