package model

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/runtime/uri"
)

func checkResources(p *Package) diag.List {
	var list diag.List
	seen := map[string]token.Position{}
	for _, r := range p.Resources {
		list = append(list, checkWire(&r.Func)...)
		key := r.URI
		if template, err := uri.Parse(r.URI); err != nil {
			list = append(list, badURI(r, err))
		} else {
			list = append(list, checkTemplate(p, r, template)...)
			key = template.Shape()
		}
		if r.Size != 0 && r.Template {
			list = append(list, diag.New(r.Pos, diag.NotOfPlace, "size= is for resources of a fixed URI, and "+r.URI+" is a template",
				"let the function that lists its resources say their sizes"))
		}
		if pos, again := seen[key]; again {
			list = append(list, diag.New(r.Pos, diag.DuplicateResource,
				fmt.Sprintf("two resources answer to %q", r.URI), "change one of the URIs", first(pos)))
			continue
		}
		seen[key] = r.Pos
	}
	return append(list, checkListings(p)...)
}

func badURI(r *Resource, err error) diag.Finding {
	return diag.New(r.Pos, diag.BadURI, err.Error(), "write an absolute URI, or a template such as note://{id}")
}

// checkTemplate compares a URI with the parameters of the function that it is
// bound to.
func checkTemplate(p *Package, r *Resource, template *uri.Template) diag.List {
	list := checkVariables(r, template.Variables())
	for _, param := range r.Func.Params {
		if _, ok := p.URIVariable(param); !ok {
			list = append(list, diag.New(param.Pos, diag.BadVariable,
				fmt.Sprintf("%s: a URI cannot carry such a value", param.Go),
				"take a string, a number, a boolean, a time, a type with text code, or a slice of these"))
		}
	}
	if len(list) > 0 {
		return list
	}
	if _, err := template.Bind(p.uriKinds(r)); err != nil {
		list = append(list, diag.New(r.Pos, diag.BadURI, err.Error(), "a URI must lead back to one value for each parameter"))
	}
	return list
}

// checkListings compares listings with the resources that read what they list.
func checkListings(p *Package) diag.List {
	var list diag.List
	seen := map[string]token.Position{}
	for _, l := range p.Listings {
		if len(l.Func.Params) > 0 {
			list = append(list, diag.New(l.Func.Params[0].Pos, diag.BadListing,
				l.Func.Name+" lists resources, and nobody gives it arguments", "take a context.Context alone"))
		}
		if !slices.ContainsFunc(p.Resources, func(r *Resource) bool { return r.Template && r.URI == l.Template }) {
			list = append(list, diag.New(l.Pos, diag.BadListing,
				fmt.Sprintf("%s lists the resources of %s, which no function of the package reads", l.Func.Name, l.Template), templatesHint(p)))
		}
		if pos, again := seen[l.Template]; again {
			list = append(list, diag.New(l.Pos, diag.DuplicateResource,
				fmt.Sprintf("two functions list the resources of %s", l.Template), "let one of them list all", first(pos)))
		}
		seen[l.Template] = l.Pos
	}
	return list
}

func templatesHint(p *Package) string {
	var templates []string
	for _, r := range p.Resources {
		if r.Template {
			templates = append(templates, r.URI)
		}
	}
	if len(templates) == 0 {
		return "write a function that reads them, with //mcp:resource and the same uri="
	}
	return "the templates are " + strings.Join(templates, ", ")
}

// checkVariables compares the variables of a template with the parameters of
// its function.
func checkVariables(r *Resource, vars []uri.Variable) diag.List {
	var list diag.List
	var params []string
	for _, param := range r.Func.Params {
		params = append(params, param.Name)
		if !slices.ContainsFunc(vars, func(v uri.Variable) bool { return v.Name == param.Name }) {
			list = append(list, diag.New(param.Pos, diag.URIMismatch,
				fmt.Sprintf("parameter %q of %s is no variable of the URI %q", param.Name, r.Func.Name, r.URI),
				fmt.Sprintf("put {%s} into the URI, or drop the parameter", param.Name),
				diag.Related{Pos: r.Pos, Msg: "the URI stands here"}))
		}
	}
	for _, v := range vars {
		if !slices.Contains(params, v.Name) {
			list = append(list, diag.New(r.Pos, diag.URIMismatch,
				fmt.Sprintf("variable %q of the URI is no parameter of %s", v.Name, r.Func.Name), parameterHint(v.Name, params),
				diag.Related{Pos: r.Func.Pos, Msg: "the function stands here"}))
		}
	}
	return list
}

func parameterHint(variable string, params []string) string {
	if len(params) == 0 {
		return fmt.Sprintf("add the parameter %s string", variable)
	}
	return "the parameters are " + strings.Join(params, ", ")
}
