package mcpruntime

import (
	"strings"

	"github.com/mcpgen/mcpgen/runtime/uri"
)

// Variable says what generated code reads the value of a template's variable as.
type Variable struct {
	Name string
	// Literal: a number or a boolean, which stands in the URI as it does in JSON.
	Literal bool
	// Optional: the URI can do without it.
	Optional bool
	// List: any number of values.
	List bool
}

// Vars are the values of a template's variables, percent-decoded once.
type Vars struct {
	vars   []Variable
	values []uri.Value
}

// Get returns the value of a variable, those of a list with commas between them;
// "" when the URI has none, or the template no such variable.
func (v Vars) Get(name string) string {
	for i := range v.values {
		if v.vars[i].Name == name {
			return strings.Join(v.values[i].Items, ",")
		}
	}
	return ""
}

// byName returns all values that there are by name; nil for none.
func (v Vars) byName() map[string]string {
	if len(v.values) == 0 {
		return nil
	}
	m := make(map[string]string, len(v.values))
	for i, value := range v.values {
		if value.Set {
			m[v.vars[i].Name] = strings.Join(value.Items, ",")
		}
	}
	return m
}

// Reader returns a reader of an object of the values, which are read, checked
// and completed by defaults as the arguments of a tool are.
func (v Vars) Reader() *Reader {
	w := NewWriter()
	w.Raw("{")
	n := 0
	for i, value := range v.values {
		variable := &v.vars[i]
		if !value.Set && (variable.Optional || !variable.List) {
			continue
		}
		w.Sep(n)
		n++
		w.String(variable.Name)
		w.Raw(":")
		if !variable.List {
			variable.write(w, value.Items[0])
			continue
		}
		w.Raw("[")
		for j, item := range value.Items {
			w.Sep(j)
			variable.write(w, item)
		}
		w.Raw("]")
	}
	w.Raw("}")
	return NewReader(w.JSON())
}

// write appends one value. What is no literal where one is wanted is a string,
// which the reader then says is none.
func (v *Variable) write(w *Writer, text string) {
	if v.Literal && text != "" && (validNumber(text) || text == "true" || text == "false") {
		w.Raw(text)
		return
	}
	w.String(text)
}
