package server

import (
	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// completer declares the handler of a completer.
func (s *section) completer(c *model.Completer) {
	s.arguments(&c.Func, c.Earlier())
	h := s.handler(&c.Func)
	ctx, prefix := h.scope.Local("ctx"), h.scope.Local("prefix")
	t := h.texts(c.Earlier())
	h.declare("calls "+goName(&c.Func)+".", "Completer", func(f *jen.Statement) *jen.Statement {
		return f.Params(jen.Id(ctx).Qual("context", "Context"), jen.Id(prefix).String(), jen.Id(t.args).Add(jenx.Runtime("Args"))).
			Params(jen.Index().String(), jen.Error())
	}, func(g *jen.Group) {
		var needed []jen.Code
		for _, p := range c.Earlier() {
			if !p.Optional {
				needed = append(needed, jenx.Str(p.Name))
			}
		}
		if len(needed) > 0 {
			g.If(jen.Op("!").Id(t.args).Dot("Has").Call(needed...)).Block(
				jen.Return(jen.Nil(), jen.Nil()).Comment("not known yet"),
			)
		}
		args := append([]jen.Code{jen.Id(prefix)}, t.read(g)...)
		if h.f.Error {
			g.Return(h.call(ctx, args...))
			return
		}
		g.Return(h.call(ctx, args...), jen.Nil())
	})
}

// completions registers the completers of an owner, and the values of the
// arguments of what it offers that have no completer.
func (s *section) completions(g *jen.Group, owner, srv string, handler func(*model.Func) *jen.Statement) {
	taken := map[model.Completion]bool{}
	for _, c := range s.pkg.Completers {
		for _, to := range c.For {
			taken[model.Completion{Prompt: to.Prompt, URI: to.URI, Arg: to.Arg}] = true
			if c.Func.Owner == owner {
				complete(g, srv, to, handler(&c.Func))
			}
		}
	}
	offer := func(f *model.Func, of model.Completion) {
		for _, p := range f.Params {
			of.Arg = p.Name
			if values := s.pkg.TextValues(&p.Property); f.Owner == owner && len(values) > 0 && !taken[of] {
				complete(g, srv, of, fixedValues(values))
			}
		}
	}
	for _, r := range s.pkg.Resources {
		offer(&r.Func, model.Completion{URI: r.URI})
	}
	for _, p := range s.pkg.Prompts {
		offer(&p.Func, model.Completion{Prompt: p.Name})
	}
}

func complete(g *jen.Group, srv string, to model.Completion, completer jen.Code) {
	method, of := "CompletePrompt", to.Prompt
	if to.URI != "" {
		method, of = "CompleteResource", to.URI
	}
	g.Id(srv).Dot(method).Call(jenx.Str(of), jenx.Str(to.Arg), completer)
}

// fixedValues spells a completer of values: a few on one line, many on a line
// each.
func fixedValues(values []string) *jen.Statement {
	const few = 8
	return jenx.Runtime("Values").CallFunc(func(g *jen.Group) {
		for _, v := range values {
			if len(values) > few {
				g.Line().Add(jenx.Str(v))
			} else {
				g.Add(jenx.Str(v))
			}
		}
		if len(values) > few {
			g.Line()
		}
	})
}
