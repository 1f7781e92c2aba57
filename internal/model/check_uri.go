package model

import (
	"fmt"
	"go/token"
	"net/url"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
)

func checkResources(p *Package) diag.List {
	var list diag.List
	seen := map[string]token.Position{}
	for _, r := range p.Resources {
		list = append(list, checkWire(&r.Func)...)
		vars, err := URIVariables(r.URI)
		if err != nil {
			list = append(list, diag.New(r.Pos, diag.BadURI, err.Error(),
				"write an absolute URI, or a template such as note://{id}"))
		} else {
			list = append(list, checkVariables(r, vars)...)
		}
		key := anonymous(r.URI, vars)
		if pos, again := seen[key]; again {
			list = append(list, diag.New(r.Pos, diag.DuplicateResource,
				fmt.Sprintf("two resources answer to %q", r.URI), "change one of the URIs", first(pos)))
			continue
		}
		seen[key] = r.Pos
	}
	return list
}

// checkVariables compares the variables of a template with the parameters of
// its function.
func checkVariables(r *Resource, vars []string) diag.List {
	var list diag.List
	var params []string
	for _, param := range r.Func.Params {
		params = append(params, param.Name)
		if !slices.Contains(vars, param.Name) {
			list = append(list, diag.New(param.Pos, diag.URIMismatch,
				fmt.Sprintf("parameter %q of %s is no variable of the URI %q", param.Name, r.Func.Name, r.URI),
				fmt.Sprintf("put {%s} into the URI, or drop the parameter", param.Name),
				diag.Related{Pos: r.Pos, Msg: "the URI stands here"}))
		}
	}
	for _, v := range vars {
		if !slices.Contains(params, v) {
			list = append(list, diag.New(r.Pos, diag.URIMismatch,
				fmt.Sprintf("variable %q of the URI is no parameter of %s", v, r.Func.Name), parameterHint(v, params),
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

// anonymous returns a template without the names of its variables: templates
// that differ only in these match the same URIs.
func anonymous(uri string, vars []string) string {
	for _, v := range vars {
		uri = strings.Replace(uri, "{"+v+"}", "{}", 1)
	}
	return uri
}

// URIVariables returns the variables of an RFC 6570 template in order; none
// for a plain URI. The error says why the text cannot be the URI of a
// resource: it is not absolute, or an expression is no simple variable {var},
// stands twice, or follows another without text between them.
func URIVariables(uri string) ([]string, error) {
	var vars []string
	var plain strings.Builder // the URI with a 1 for each variable
	for rest := uri; rest != ""; {
		text, expr, more, err := cutExpression(rest)
		if err != nil {
			return nil, err
		}
		if err := checkLiteral(text); err != nil {
			return nil, err
		}
		plain.WriteString(text)
		if rest = more; expr == "" {
			continue
		}
		if text == "" && len(vars) > 0 {
			return nil, fmt.Errorf("no text stands between {%s} and {%s}, so their values cannot be told apart", vars[len(vars)-1], expr)
		}
		if slices.Contains(vars, expr) {
			return nil, fmt.Errorf("variable %q stands twice in the URI", expr)
		}
		if len(vars) == 0 && !strings.Contains(plain.String(), ":") {
			return nil, fmt.Errorf("URI %q does not begin with a scheme", uri)
		}
		vars = append(vars, expr)
		plain.WriteByte('1') // passes as a host, a port and a path
	}
	return vars, checkAbsolute(uri, plain.String())
}

// cutExpression splits a template at its first expression; expr is empty when
// there is none.
func cutExpression(s string) (text, expr, rest string, err error) {
	i := strings.IndexAny(s, "{}")
	if i < 0 {
		return s, "", "", nil
	}
	if s[i] == '}' {
		return "", "", "", fmt.Errorf("a } without { stands in the URI after %q", s[:i])
	}
	expr, rest, ok := strings.Cut(s[i+1:], "}")
	if !ok {
		return "", "", "", fmt.Errorf("{%s in the URI has no }", expr)
	}
	return s[:i], expr, rest, checkExpression(expr)
}

func checkExpression(expr string) error {
	switch {
	case expr == "":
		return fmt.Errorf("{} in the URI names no variable")
	case strings.ContainsRune("+#./;?&=,!@|", rune(expr[0])):
		return fmt.Errorf("{%s} has the operator %c, which is not supported; only simple variables {var} are", expr, expr[0])
	case strings.ContainsAny(expr, ",:*"):
		return fmt.Errorf("{%s} is a list or has a modifier, which is not supported; only simple variables {var} are", expr)
	}
	// RFC 6570, 2.3: letters, digits and _, with single dots between.
	for i, r := range expr {
		dot := r == '.' && i+1 < len(expr) && expr[i-1] != '.'
		if !dot && (r == '-' || r == '.' || r > '~' || !nameRune(byte(r))) {
			return fmt.Errorf("%q is no name of a variable (letters, digits, _ and single dots)", expr)
		}
	}
	return nil
}

// checkLiteral reports characters that no URI holds as they are (RFC 3986, 2).
func checkLiteral(text string) error {
	for _, r := range text {
		if r <= ' ' || r > '~' || strings.ContainsRune("\"<>\\^`|", r) {
			return fmt.Errorf("%q cannot stand in a URI as it is; percent-encode it", r)
		}
	}
	return nil
}

func checkAbsolute(uri, plain string) error {
	u, err := url.Parse(plain)
	if err != nil {
		return fmt.Errorf("%q is no URI", uri)
	}
	if !u.IsAbs() {
		return fmt.Errorf("URI %q does not begin with a scheme", uri)
	}
	return nil
}
