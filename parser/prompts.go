package parser

import (
	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/parser/directive"
)

func (s *signature) prompt(args *directive.Prompt) {
	s.fromText(s.fn.Params, diag.Unsupported)
	if !s.onlyResult("a prompt returns a string, a mcpruntime.Message or a []mcpruntime.Message", func(t *model.Type) bool {
		return isText(t) || isMessage(t) || t.Kind == model.List && isMessage(t.Elem)
	}) {
		return
	}
	s.out.Prompts = append(s.out.Prompts, &model.Prompt{
		Name: s.wireName(args.Name), Title: args.Title.Value,
		Doc: describeGroup(s.doc).Doc, Func: s.fn, Pos: s.offer.at(0),
	})
}

func isMessage(t *model.Type) bool { return t.Kind == model.Native && t.Basic == "Message" }

// takesText reports whether the arguments of the function are text on the wire.
func (s *signature) takesText() bool { return s.offer.Name != "tool" }

// isPrefix reports whether the next parameter is the first of a completer.
func (s *signature) isPrefix() bool { return s.offer.Name == "complete" && len(s.fn.Params) == 0 }

// fromText reports parameters of types that text cannot be read into.
func (s *signature) fromText(params []*model.Param, code diag.Code) {
	for _, p := range params {
		base, _ := s.types.types.Deref(p.Type)
		if p.Variadic || !isScalar(base) && base.Kind != model.BigInt && base.Kind != model.Text && base.Kind != model.Time {
			s.found = append(s.found, diag.New(p.Pos, code,
				p.Go+": a parameter of a "+s.offer.noun()+" is text on the wire: a string, a number, a boolean, a time, a duration or a type with text code",
				"take a string and convert it inside the function"))
		}
	}
}

// noun is what a function with the directive is called.
func (p *placed) noun() string {
	if p.Name == "complete" {
		return "completer"
	}
	return p.Name
}

// completer enters a function that completes what its directives say.
func (s *signature) completer() {
	params := s.fn.Params
	if len(params) == 0 || !isText(params[0].Type) || params[0].Variadic {
		pos := s.name.Pos()
		if len(s.typ.Params.List) > 0 {
			pos = s.typ.Params.List[0].Pos()
		}
		s.report(pos, diag.BadCompleter, "the first parameter of a completer is a string, what has been typed so far", "write "+s.name.Name+"(prefix string)")
		return
	}
	s.fromText(params[1:], diag.BadCompleter)
	if !s.onlyResult("a completer returns a []string", func(t *model.Type) bool { return t.Kind == model.List && isText(t.Elem) }) {
		return
	}
	c := &model.Completer{Doc: describeGroup(s.doc).Doc, Func: s.fn, Pos: s.offer.at(0)}
	for _, d := range s.docs.in(s.doc, "complete") {
		args := d.args.(*directive.Complete)
		switch to := (model.Completion{Arg: args.Arg.Value, Pos: d.at(0)}); {
		case !args.Arg.Set || args.Prompt.Set == args.URI.Set: // reported with the directive
			continue
		case args.Prompt.Set:
			to.Prompt = s.prefixed(args.Prompt.Value)
			c.For = append(c.For, to)
		default:
			to.URI = args.URI.Value
			c.For = append(c.For, to)
		}
	}
	if len(c.For) > 0 {
		s.out.Completers = append(s.out.Completers, c)
	}
}
