package parser

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/parser/directive"
	"github.com/mcpgen/mcpgen/runtime/near"
)

// function is the declaration of a function, a method or an interface method.
type function struct {
	file *file
	doc  *ast.CommentGroup
	name *ast.Ident
	typ  *ast.FuncType
	from token.Pos // of the declaration
	recv *ast.FieldList
	// owner is the interface that declares the method; nil for functions and
	// for methods with a receiver.
	owner *model.Owner
}

// funcDecl reads a function or a method.
func (a *analysis) funcDecl(f *file, d *ast.FuncDecl) {
	a.function(function{file: f, doc: d.Doc, name: d.Name, typ: d.Type, from: d.Type.Pos(), recv: d.Recv})
}

// interfaces reads the methods of the interface types of a declaration.
func (a *analysis) interfaces(f *file, d *ast.GenDecl) {
	for _, spec := range d.Specs {
		spec, ok := spec.(*ast.TypeSpec)
		if !ok {
			continue
		}
		if methods, ok := ast.Unparen(spec.Type).(*ast.InterfaceType); ok {
			a.interfaceType(f, d, spec, methods)
		}
	}
}

func (a *analysis) interfaceType(f *file, d *ast.GenDecl, spec *ast.TypeSpec, methods *ast.InterfaceType) {
	owner := &model.Owner{Name: spec.Name.Name, Interface: true, Pos: a.prog.fset.Position(spec.Name.Pos())}
	owner.Doc = describeGroup(spec.Doc).Doc
	if !d.Lparen.IsValid() && owner.Doc == "" {
		owner.Doc = describeGroup(d.Doc).Doc
	}
	annotated := map[string]bool{}
	for _, m := range methods.Methods.List {
		fn, ok := m.Type.(*ast.FuncType)
		if !ok || len(m.Names) != 1 || len(a.offers(m.Doc)) == 0 && len(a.docs.in(m.Doc, "param")) == 0 {
			continue
		}
		if len(annotated) == 0 {
			a.out.Owners = append(a.out.Owners, owner)
		}
		annotated[m.Names[0].Name] = true
		method := function{file: f, doc: m.Doc, name: m.Names[0], typ: fn, from: m.Pos(), owner: owner}
		if a.isPlain(spec) {
			a.function(method)
			continue
		}
		a.report(method.name.Pos(), diag.BadFunc, owner.Name+" is a generic interface or a constraint, and its methods cannot be offered",
			"declare an interface of methods only")
	}
	if len(annotated) > 0 {
		a.completeness(owner, spec, annotated)
	}
}

// isPlain reports whether values of an interface type can be passed around.
func (a *analysis) isPlain(spec *ast.TypeSpec) bool {
	obj := a.root.pkg.TypesInfo.Defs[spec.Name]
	if spec.TypeParams != nil || obj == nil {
		return spec.TypeParams == nil // redeclared: the compiler's error is reported with the method
	}
	set, ok := obj.Type().Underlying().(*types.Interface)
	return !ok || set.IsMethodSet()
}

// offers returns the directives that make a function a tool, a resource, a
// prompt or a completer.
func (a *analysis) offers(doc *ast.CommentGroup) (offers []*placed) {
	for _, name := range []string{"tool", "resource", "prompt", "complete"} {
		offers = append(offers, a.docs.in(doc, name)...)
	}
	return offers
}

// function reads one declaration, when it has directives.
func (a *analysis) function(f function) {
	offers, params := a.offers(f.doc), a.docs.in(f.doc, "param")
	if len(offers) == 0 {
		for _, p := range params {
			a.found = append(a.found, p.finding(0, diag.Misplaced, "//mcp:param says more about a tool or a prompt, and "+f.name.Name+" is neither",
				"add //mcp:tool to the doc comment"))
		}
		return
	}
	for _, p := range offers[1:] {
		if p.Name == "complete" && offers[0].Name == "complete" {
			continue // one function can complete several arguments
		}
		a.found = append(a.found, p.finding(0, diag.Contradiction, fmt.Sprintf("%s is a %s and a %s", f.name.Name, offers[0].noun(), p.noun()),
			"keep one directive, and write a second function for the other"))
	}
	before := len(a.types.found) + len(a.found)
	a.types.compilerErrors(a.root.typeErrorsIn(f.from, f.typ.End()))
	fn, ok := a.types.root.pkg.TypesInfo.Defs[f.name].(*types.Func)
	switch {
	case !ok:
		if !a.root.broken && len(a.types.found)+len(a.found) == before {
			a.report(f.name.Pos(), diag.TypeError, f.name.Name+" does not compile", "go build says why")
		}
		return
	case !a.callable(f, fn.Signature()):
		return
	}
	s := signature{analysis: a, function: f, sig: fn.Signature(), offer: offers[0]}
	if s.read(params) {
		s.add()
	}
}

// callable reports functions that generated code cannot call.
func (a *analysis) callable(f function, sig *types.Signature) bool {
	bad := func(msg, hint string) bool {
		a.report(f.name.Pos(), diag.BadFunc, msg, hint)
		return false
	}
	name := f.name.Name
	switch {
	case name == "_" || f.recv == nil && f.owner == nil && (name == "init" || name == "main" && a.out.Name == "main"):
		return bad("func "+name+" cannot be called", "write a function with a name of its own")
	case sig.TypeParams().Len() > 0:
		return bad(name+" is generic, and generic functions cannot be offered", "wrap it in a function for one type")
	case sig.RecvTypeParams().Len() > 0:
		return bad(name+" is a method of a generic type, and those cannot be offered", "wrap it in a function for one type")
	}
	return true
}

// signature reads the parameters and results of one function.
type signature struct {
	*analysis
	function
	sig   *types.Signature
	offer *placed

	fn    model.Func
	names []string // of all parameters, also of those with a finding
	// hidden are the directives of parameters that the server fills, by name;
	// hiddenCount is how many of names there are.
	hidden      map[string]*placed
	hiddenCount int
	ok          bool // no error so far
}

func (s *signature) fail(pos token.Pos, code diag.Code, msg, hint string) {
	s.report(pos, code, msg, hint)
	s.ok = false
}

// read fills in fn; false when something was refused.
func (s *signature) read(params []*placed) bool {
	s.ok = true
	s.fn = model.Func{Name: s.name.Name, Pos: s.prog.fset.Position(s.name.Pos())}
	s.receiver()
	src := &source{fset: s.prog.fset, ast: s.file.ast, src: s.file.src}
	in, found := readList(src, s.typ.Params)
	s.found = append(s.found, found...)
	out, found := readList(src, s.typ.Results)
	s.found = append(s.found, found...)
	s.hidden = hiddenParams(params)
	s.params(in)
	s.results(out)
	s.rules(params)
	return s.ok
}

// receiver names the owner of a method.
func (s *signature) receiver() {
	if s.owner != nil {
		s.fn.Owner = s.owner.Name
		return
	}
	recv := s.sig.Recv()
	if recv == nil {
		return
	}
	t, pointer := types.Unalias(recv.Type()), false
	if p, ok := t.(*types.Pointer); ok {
		t, pointer = types.Unalias(p.Elem()), true
	}
	named, ok := t.(*types.Named)
	if !ok {
		s.ok = false // the compiler's error about the receiver has been reported
		return
	}
	obj := named.Obj()
	s.fn.Owner = obj.Name()
	i := slices.IndexFunc(s.out.Owners, func(o *model.Owner) bool { return o.Name == obj.Name() })
	if i < 0 {
		i = len(s.out.Owners)
		owner := &model.Owner{Name: obj.Name(), Pos: s.prog.fset.Position(obj.Pos())}
		if d, ok := s.prog.declOf(obj); ok {
			owner.Doc = describeGroup(d.doc).or(describeGroup(d.comment)).Doc
		}
		s.out.Owners = append(s.out.Owners, owner)
	}
	s.out.Owners[i].Pointer = s.out.Owners[i].Pointer || pointer
}

// isContextType reports whether t is context.Context.
func isContextType(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && qualified(named.Obj()) == "context.Context"
}

func (s *signature) params(entries []*entry) {
	for i, e := range entries {
		if i >= s.sig.Params().Len() {
			return // the compiler's error has been reported
		}
		v := s.sig.Params().At(i)
		switch {
		case isContextType(v.Type()) && i == 0:
			s.fn.Context = true
		case isContextType(v.Type()):
			s.fail(e.pos, diag.BadContext, fmt.Sprintf("parameter %d is a context.Context, which is the first parameter or none", i+1), "move it to the front")
		case (v.Name() == "" || v.Name() == "_") && s.isPrefix():
			s.param(types.NewParam(v.Pos(), v.Pkg(), "prefix", v.Type()), e, false)
			s.names = nil // nobody can mean it
		case v.Name() == "" || v.Name() == "_":
			s.fail(e.pos, diag.NoName, fmt.Sprintf("parameter %d has no name", i+1), "its name is its name on the wire; name it")
		default:
			variadic, index := s.sig.Variadic() && i == len(entries)-1, i
			if s.fn.Context {
				index--
			}
			if d := s.hidden[v.Name()]; d != nil {
				s.hiddenParam(v, e, d, index, variadic)
			} else {
				s.param(v, e, variadic)
			}
		}
	}
}

func (s *signature) param(v *types.Var, e *entry, variadic bool) {
	s.names = append(s.names, v.Name())
	p := s.value(v, e, v.Name(), nil)
	if variadic {
		p.Type = s.variadic(v, e)
	}
	if p.Type == nil {
		s.ok = false
		return
	}
	if s.takesText() {
		p.Type = s.types.durationText(p.Type)
	}
	p.Variadic = variadic
	p.Optional = variadic || s.types.types.Nullable(p.Type, true)
	s.fn.Params = append(s.fn.Params, p)
}

// value describes a parameter or result that is called path in findings. A
// native type is what it has already been found to be.
func (s *signature) value(v *types.Var, e *entry, path string, native *model.Type) *model.Param {
	p := &model.Param{Go: v.Name()}
	if p.Go == "_" {
		p.Go = ""
	}
	p.Name, p.Pos = v.Name(), s.prog.fset.Position(e.pos)
	doc := e.text()
	p.Doc, p.Deprecated = doc.Doc, doc.Deprecated
	if _, variadic := e.field.Type.(*ast.Ellipsis); variadic {
		return p
	}
	if p.Type = native; native == nil {
		p.Type = s.types.typ(v.Type(), s.place(e, path))
	}
	return p
}

func (s *signature) place(e *entry, path string) place {
	root, _, _ := strings.Cut(path, "[")
	owner := model.Exported(s.fn.Name) + model.Exported(root)
	if s.fn.Owner != "" {
		owner = model.Exported(s.fn.Owner) + owner
	}
	return place{pos: e.pos, from: e.field.Type.Pos(), to: e.field.Type.End(), path: path, owner: owner}
}

// variadic is a list whatever its elements are; ...byte is no base64.
func (s *signature) variadic(v *types.Var, e *entry) *model.Type {
	slice, ok := v.Type().(*types.Slice)
	if !ok {
		return nil
	}
	elem := s.types.typ(slice.Elem(), s.place(e, v.Name()+"[]"))
	return over(elem, &model.Type{Kind: model.List, Elem: elem})
}

// rules applies the //mcp:param directives.
func (s *signature) rules(directives []*placed) {
	for _, d := range directives {
		if d.Subject == "" || s.hidden[d.Subject] == d && slices.Contains(s.names, d.Subject) {
			continue // reported with the grammar, or read already
		}
		i := slices.IndexFunc(s.fn.Params, func(p *model.Param) bool { return p.Go == d.Subject })
		if i < 0 {
			if !slices.Contains(s.names, d.Subject) {
				s.unknownParam(d)
			}
			continue
		}
		p, args := s.fn.Params[i], d.args.(*directive.Param)
		if s.offer.Name == "tool" && s.spreads(p.Type) && !s.keepsArgs() {
			s.found = append(s.found, d.finding(d.SubjectOffset, diag.RuleMismatch, "the fields of "+p.Go+" are the properties, so there is nothing to say about itself",
				"write //mcp:field on its fields, or keep it one property with args="+p.Go))
			continue
		}
		if s.offer.Name == "complete" && i == 0 {
			s.found = append(s.found, d.finding(d.SubjectOffset, diag.RuleMismatch, p.Go+" is what has been typed so far, and there is nothing more to say about it", "leave it out"))
			continue
		}
		s.served(d, args)
		if args.Name.Set {
			p.Name, p.Pos = args.Name.Value, d.at(args.Name.Offset)
		}
		if args.Desc.Set {
			p.Doc = args.Desc.Value
		}
		p.Type = s.types.asText(p.Type, &args.Rules)
		rules, found := readRules(s.types.types, p.Type, &args.Rules, d.at)
		s.found = append(s.found, found...)
		p.Rules = rules
		p.Optional = optional(p.Optional, rules)
	}
}

func (s *signature) unknownParam(d *placed) {
	msg, hint := fmt.Sprintf("%s has no parameter %q", s.name.Name, d.Subject), "it has none at all"
	if meant := near.Name(d.Subject, s.names); meant != "" {
		msg += ", did you mean " + meant + "?"
	}
	if len(s.names) > 0 {
		hint = "the parameters are " + strings.Join(s.names, ", ")
	}
	s.found = append(s.found, d.finding(d.SubjectOffset, diag.UnknownParam, msg, hint))
}
