package server

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// newServer declares NewMCPServer for a package with //mcp:server.
func (s *section) newServer() {
	srv := s.pkg.Server
	if srv == nil {
		return
	}
	scope := s.file.Scope()
	opts := scope.Local("opts")
	jenx.Doc(s.file, model.NewServerName+" returns the server that //mcp:server describes, without tools: "+s.howToFill())
	s.file.Func().Id(model.NewServerName).
		Params(jen.Id(opts).Op("...").Add(jenx.Runtime("Option"))).
		Op("*").Add(jenx.Runtime("Server")).
		BlockFunc(func(g *jen.Group) {
			var preset []jen.Code
			if srv.Title != "" {
				preset = append(preset, jenx.Runtime("WithTitle").Call(jenx.Str(srv.Title)))
			}
			if srv.Instructions != "" {
				preset = append(preset, jenx.Runtime("WithInstructions").Call(jenx.Str(srv.Instructions)))
			}
			if len(srv.Icons) > 0 {
				var list []jen.Code
				for _, icon := range srv.Icons {
					list = append(list, jenx.Runtime("Icon").Add(iconValue(icon)))
				}
				preset = append(preset, jenx.Runtime("WithIcons").Call(list...))
			}
			if srv.Cache != nil {
				preset = append(preset, jenx.Runtime("WithCache").Call(cache(srv.Cache)))
			}
			if len(preset) > 0 {
				own := jen.Index().Add(jenx.Runtime("Option")).Values(preset...)
				g.Id(opts).Op("=").Append(own, jen.Id(opts).Op("..."))
			}
			g.Return(jenx.Runtime("NewServer").Call(jenx.Str(srv.Name), jenx.Str(srv.Version), jen.Id(opts).Op("...")))
		})
	s.file.Line()
}

// howToFill ends the sentence about a server that has no tools yet.
func (s *section) howToFill() string {
	owners := s.pkg.OwnerNames()
	if len(owners) == 0 {
		return "call the functions of other packages that register some."
	}
	return "call " + model.RegisterName(owners[0]) + " on it, or what else registers."
}

// register declares RegisterMCP, or RegisterStoreMCP for the methods of an
// owner.
func (s *section) register(owner string) {
	name := model.RegisterName(owner)
	scope := s.file.Scope()
	srv := scope.Local("s")
	params := []jen.Code{jen.Id(srv).Op("*").Add(jenx.Runtime("Server"))}
	receiver := ""
	if owner == "" {
		jenx.Doc(s.file, name+" adds the tools, resources and prompts of this package to "+srv+".")
	} else {
		receiver = scope.Local(model.Unexported(owner))
		params = append(params, jen.Id(receiver).Add(s.ownerType(owner)))
		jenx.Doc(s.file, name+" adds the tools, resources and prompts that are methods of "+receiver+" to "+srv+".")
	}
	s.file.Func().Id(name).Params(params...).BlockFunc(func(g *jen.Group) {
		s.requireProviders(g, srv, owner)
		handler := func(f *model.Func) *jen.Statement {
			if owner == "" {
				return jen.Id(s.names[f].handler)
			}
			return jen.Id(s.names[f].handler).Call(jen.Id(receiver))
		}
		add := func(method string, f *model.Func) {
			if f.Owner == owner {
				g.Id(srv).Dot(method).Call(jen.Op("&").Id(s.names[f].definition), handler(f))
			}
		}
		if s.registerForms != "" {
			g.Id(s.registerForms).Call(jen.Id(srv))
		}
		for _, group := range s.pkg.GroupsOf(owner) {
			g.Id(srv).Dot("DescribeGroup").Call(jenx.Str(group.Name), jenx.Str(group.Doc))
		}
		for _, t := range s.pkg.Tools {
			add("AddTool", &t.Func)
		}
		for _, r := range s.pkg.Resources {
			add("AddResource", &r.Func)
		}
		for _, l := range s.pkg.Listings {
			add("AddListing", &l.Func)
		}
		for _, p := range s.pkg.Prompts {
			add("AddPrompt", &p.Func)
		}
		s.completions(g, owner, srv, handler)
	})
	s.file.Line()
}

// handler is the function behind a tool, resource or prompt under
// construction. For a method it is made by a function of the receiver.
type handler struct {
	*section
	f        *model.Func
	scope    *jenx.Scope
	receiver string
	err      string
	hidden   []jen.Code // what to pass for the hidden parameters
}

func (s *section) handler(f *model.Func) *handler {
	h := &handler{section: s, f: f, scope: s.file.Scope()}
	if f.Owner != "" {
		h.receiver = h.scope.Local(model.Unexported(f.Owner))
	}
	h.err = h.scope.Local("err")
	return h
}

// declare writes the function; typeName is its type in the runtime.
func (h *handler) declare(doc, typeName string, signature func(*jen.Statement) *jen.Statement, body func(*jen.Group)) {
	name := h.names[h.f].handler
	jenx.Doc(h.file, name+" "+doc)
	if h.receiver == "" {
		signature(h.file.Func().Id(name)).BlockFunc(body)
	} else {
		h.file.Func().Id(name).
			Params(jen.Id(h.receiver).Add(h.ownerType(h.f.Owner))).
			Add(jenx.Runtime(typeName)).
			Block(jen.Return(signature(jen.Func()).BlockFunc(body)))
	}
	h.file.Line()
}

// call spells the call of the user's function.
func (h *handler) call(ctx string, args ...jen.Code) *jen.Statement {
	for i, hidden := range h.f.Hidden {
		args = slices.Insert(args, hidden.Index, h.hidden[i])
	}
	if h.f.Context {
		args = append([]jen.Code{jen.Id(ctx)}, args...)
	}
	callee := jen.Id(h.f.Name)
	if h.receiver != "" {
		callee = jen.Id(h.receiver).Dot(h.f.Name)
	}
	return callee.Call(args...)
}
