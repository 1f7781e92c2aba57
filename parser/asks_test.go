package parser

import (
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// Mentions of forms are found by syntax alone, whatever the import is called
// and wherever in a body they stand.
func TestAsksIn(t *testing.T) {
	for name, c := range map[string]struct{ imports, body, want string }{
		"plain":      {`"github.com/mcpgen/mcpgen/runtime"`, "mcpruntime.Ask[A](ctx, m)", "Ask A"},
		"alias":      {`ask "github.com/mcpgen/mcpgen/runtime"`, "ask.AskAll(ctx, ask.NewForm[A](m), ask.NewForm[pkg.B](m))", "NewForm A, NewForm pkg.B"},
		"dot":        {`. "github.com/mcpgen/mcpgen/runtime"`, "Ask[A](ctx, m)", "Ask A"},
		"closure":    {`"github.com/mcpgen/mcpgen/runtime"`, "f(func() { _ = (mcpruntime.Ask[(A)]) })", "Ask A"},
		"local type": {`"github.com/mcpgen/mcpgen/runtime"`, "type A struct{}; mcpruntime.Ask[A](ctx, m)", "Ask A local"},
		"by hand":    {`"github.com/mcpgen/mcpgen/runtime"`, "mcpruntime.AddForm[A](s, x, read); mcpruntime.AddForm(s, x, read)", "AddForm A, AddForm"},
		"schema":     {`"github.com/mcpgen/mcpgen/runtime"`, "mcpruntime.AddForm[A](s, x, nil)", ""},
		"others":     {`"github.com/mcpgen/mcpgen/runtime"`, "mcpruntime.Once[A](ctx, k, f); other.Ask[A](ctx, m); Ask[A](ctx, m)", ""},
		"not there":  {`"example.com/runtime"`, "mcpruntime.Ask[A](ctx, m)", ""},
	} {
		t.Run(name, func(t *testing.T) {
			src := "package p\nimport " + c.imports + "\nfunc f() { " + c.body + " }\n"
			tree, err := parser.ParseFile(token.NewFileSet(), "p.go", src, parseMode)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, a := range asksIn(tree) {
				text := a.fn
				if a.form != nil {
					text += " " + types.ExprString(a.form)
				}
				if a.local {
					text += " local"
				}
				got = append(got, text)
			}
			if list := strings.Join(got, ", "); list != c.want {
				t.Errorf("%s, want %s", fmt.Sprintf("%q", list), c.want)
			}
		})
	}
}
