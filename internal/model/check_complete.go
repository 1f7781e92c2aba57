package model

import (
	"fmt"
	"go/token"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
)

// checkCompleters reports completers of what the package does not have, and two
// of one argument.
func checkCompleters(p *Package) diag.List {
	var list diag.List
	seen := map[Completion]token.Position{}
	for _, c := range p.Completers {
		list = append(list, checkParams(c.Func.Name, "parameters", c.Earlier())...)
		for _, to := range c.For {
			finding := func(code diag.Code, msg, hint string, related ...diag.Related) {
				list = append(list, diag.New(to.Pos, code, msg, hint, related...))
			}
			args, what, ok := p.arguments(to)
			switch {
			case !ok:
				finding(diag.UnknownCompletion, "the package has no "+what, p.completable(to))
				continue
			case !hasName(args, to.Arg):
				finding(diag.UnknownCompletion, fmt.Sprintf("%s has no argument %q", what, to.Arg), names("its arguments are ", args))
				continue
			}
			key := to
			key.Pos = token.Position{}
			if pos, again := seen[key]; again {
				finding(diag.DuplicateCompleter, fmt.Sprintf("argument %q of %s has two completers", to.Arg, what), "keep one of them", diag.Related{Pos: pos, Msg: "the first one"})
			} else {
				seen[key] = to.Pos
			}
			list = append(list, checkEarlier(c, to, what, args)...)
		}
	}
	return list
}

// checkEarlier reports parameters of a completer that are no other arguments of
// what it completes.
func checkEarlier(c *Completer, to Completion, what string, args []*Param) diag.List {
	var list diag.List
	for _, param := range c.Earlier() {
		switch {
		case param.Name == to.Arg:
			list = append(list, diag.New(param.Pos, diag.BadCompleter,
				fmt.Sprintf("%s is what %s completes, of which the first parameter is what has been typed", param.Name, c.Func.Name), "leave it out"))
		case !hasName(args, param.Name):
			list = append(list, diag.New(param.Pos, diag.BadCompleter,
				fmt.Sprintf("%s has no argument %q, which %s takes", what, param.Name, c.Func.Name), names("its arguments are ", args)+"; //mcp:param with name= says which one is meant"))
		}
	}
	return list
}

// arguments returns the arguments of what has the one that is to be completed,
// and says what that is.
func (p *Package) arguments(to Completion) (args []*Param, what string, ok bool) {
	if to.URI != "" {
		what = fmt.Sprintf("resource template %q", to.URI)
		for _, r := range p.Resources {
			if r.Template && r.URI == to.URI {
				return r.Func.Params, what, true
			}
		}
		return nil, what, false
	}
	what = fmt.Sprintf("prompt %q", p.unprefixed(to.Prompt))
	for _, pr := range p.Prompts {
		if pr.Name == to.Prompt {
			return pr.Func.Params, what, true
		}
	}
	return nil, what, false
}

// completable is the hint that lists what a completer could have meant.
func (p *Package) completable(to Completion) string {
	var all []string
	for _, pr := range p.Prompts {
		if to.URI == "" {
			all = append(all, p.unprefixed(pr.Name))
		}
	}
	for _, r := range p.Resources {
		if to.URI != "" && r.Template {
			all = append(all, r.URI)
		}
	}
	switch {
	case len(all) > 0 && to.URI == "":
		hint := "the prompts are " + strings.Join(all, ", ")
		if p.Server != nil && p.Server.Prefix != "" {
			hint += ", without the server's prefix"
		}
		return hint
	case len(all) > 0:
		return "the templates are " + strings.Join(all, ", ")
	}
	return "a completer stands in the package of what it completes"
}

// unprefixed is the name of a prompt as directives have it.
func (p *Package) unprefixed(name string) string {
	if p.Server == nil {
		return name
	}
	return strings.TrimPrefix(name, p.Server.Prefix)
}

func hasName(params []*Param, name string) bool {
	for _, p := range params {
		if p.Name == name {
			return true
		}
	}
	return false
}

// names is a hint that lists parameters by their names on the wire.
func names(intro string, params []*Param) string {
	if len(params) == 0 {
		return "it has none at all"
	}
	list := make([]string, len(params))
	for i, p := range params {
		list[i] = p.Name
	}
	return intro + strings.Join(list, ", ")
}
