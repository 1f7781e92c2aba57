package server

import (
	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/jenx"
)

// field is one member of a composite literal; without a value it is left out.
type field struct {
	name  string
	value *jen.Statement
}

func text(name, value string) field {
	if value == "" {
		return field{}
	}
	return field{name, jenx.Str(value)}
}

func texts(name string, values []string) field {
	if len(values) == 0 {
		return field{}
	}
	return field{name, jen.Index().String().ValuesFunc(func(g *jen.Group) {
		for _, v := range values {
			g.Add(jenx.Str(v))
		}
	})}
}

func flag(name string, value bool) field {
	if !value {
		return field{}
	}
	return field{name, jen.True()}
}

func number(name string, value int) field {
	if value == 0 {
		return field{}
	}
	return field{name, jen.Lit(value)}
}

// literal takes the text of a number in Go.
func literal(name, text string) field {
	if text == "" {
		return field{}
	}
	return field{name, jenx.Text(text)}
}

// fields spells members one a line.
func fields(members ...field) []jen.Code {
	var lines []jen.Code
	for _, m := range members {
		if m.value != nil {
			lines = append(lines, jen.Line().Id(m.name).Op(":").Add(m.value))
		}
	}
	return append(lines, jen.Line())
}

// inline spells members on one line.
func inline(members ...field) []jen.Code {
	var list []jen.Code
	for _, m := range members {
		if m.value != nil {
			list = append(list, jen.Id(m.name).Op(":").Add(m.value))
		}
	}
	return list
}
