package oracle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// shared is the package whose types all others may use.
const shared = "shared"

// members are the properties of the tool's arguments.
func (t *tool) members() []member {
	if t.in != nil && !t.wrapped {
		return t.structure().members()
	}
	var list []member
	for _, p := range t.params {
		list = append(list, member{field: &field{typ: p.typ, rules: p.rules}, name: p.wire, optional: p.optional()})
	}
	if t.rest {
		list[len(list)-1].optional = !t.params[len(t.params)-1].rules.required
	}
	return list
}

// structure is the struct of the struct form.
func (t *tool) structure() *def {
	if t.in.kind == pointer {
		return t.in.elem.def
	}
	return t.in.def
}

// source writes the function: it returns what it got.
func (t *tool) source() string {
	var b strings.Builder
	fmt.Fprintf(&b, "// %s is under test.\n//\n//mcp:tool name=%s", t.goName(), t.name)
	if t.open {
		b.WriteString(" open")
	}
	if t.lenient {
		b.WriteString(" lenient")
	}
	if t.wrapped {
		b.WriteString(" args=in")
	}
	b.WriteString("\n")
	for _, p := range t.params {
		args := p.rules.arguments()
		if p.wire != p.name {
			args = " name=" + strconv.Quote(p.wire) + args
		}
		if args != "" {
			fmt.Fprintf(&b, "//mcp:param %s%s\n", p.name, args)
		}
	}
	switch {
	case t.wrapped:
		t.wrappedForm(&b)
	case t.in != nil:
		t.structForm(&b)
	default:
		t.positionalForm(&b)
	}
	b.WriteString("}\n")
	return b.String()
}

func (t *tool) goName() string { return strings.ToUpper(t.name[:1]) + t.name[1:] }

func (t *tool) structForm(b *strings.Builder) {
	in := t.in.spell(t.pkg)
	address := "&in"
	if t.in.kind == pointer {
		address = "in"
	}
	fmt.Fprintf(b, "func %s(ctx context.Context, in %s) (%s, error) {\n", t.goName(), in, in)
	fmt.Fprintf(b, "\terr := probe.Through(ctx, %s, %s)\n\treturn in, err\n", address, address)
}

// wrappedForm returns a list, which travels as {"result": ...}.
func (t *tool) wrappedForm(b *strings.Builder) {
	in := t.in.spell(t.pkg)
	fmt.Fprintf(b, "func %s(ctx context.Context, in %s) ([]%s, error) {\n", t.goName(), in, in)
	fmt.Fprintf(b, "\targs := struct{ In %s `json:\"in\"` }{in}\n", in)
	fmt.Fprintf(b, "\tresults := struct{ List []%s `json:\"result\"` }{[]%s{in}}\n", in, in)
	b.WriteString("\terr := probe.Through(ctx, &args, &results)\n\treturn results.List, err\n")
}

func (t *tool) positionalForm(b *strings.Builder) {
	var params, fields, names, results, members, returns []string
	for i, p := range t.params {
		spelt := p.typ.spell(t.pkg)
		field := fmt.Sprintf("P%d", i)
		if t.rest && i == len(t.params)-1 {
			params = append(params, p.name+" ..."+p.typ.elem.spell(t.pkg))
		} else {
			params = append(params, p.name+" "+spelt)
		}
		fields = append(fields, fmt.Sprintf("%s %s `json:%s`", field, spelt, strconv.Quote(p.wire)))
		names = append(names, p.name)
		results = append(results, p.name+"2 "+spelt)
		members = append(members, fmt.Sprintf("%s %s `json:\"%s2\"`", field, spelt, p.name))
		returns = append(returns, "results."+field)
	}
	only := t.params[0].typ
	alone := len(t.params) == 1
	if alone {
		results, members = []string{only.spell(t.pkg)}, []string{fmt.Sprintf("P0 %s `json:\"result\"`", only.spell(t.pkg))}
	}
	head := slices.Insert(params, 0, "ctx context.Context")
	tail := ""
	if t.failing {
		tail = ", err"
		if results = append(results, "err error"); alone {
			results[1] = "error"
		}
	}
	fmt.Fprintf(b, "func %s(%s) (%s) {\n", t.goName(), strings.Join(head, ", "), strings.Join(results, ", "))
	fmt.Fprintf(b, "\targs := struct{ %s }{%s}\n", strings.Join(fields, "; "), strings.Join(names, ", "))
	fmt.Fprintf(b, "\tresults := struct{ %s }{%s}\n", strings.Join(members, "; "), strings.Join(names, ", "))
	address := "&results"
	if alone && only.isMap() {
		address = "&results.P0" // an object is not wrapped
	}
	set := "_ ="
	if t.failing {
		set = "err :="
		if !alone {
			set = "err ="
		}
	}
	fmt.Fprintf(b, "\t%s probe.Through(ctx, &args, %s)\n\treturn %s%s\n", set, address, strings.Join(returns, ", "), tail)
}

func (t *typ) isMap() bool {
	return t.kind == mapping || t.kind == named && !t.def.isStruct() && t.def.base().kind == mapping
}

// file is the whole source of a package.
func (g *generator) file() string {
	var b strings.Builder
	fmt.Fprintf(&b, "// Package %s is made by the tests of package oracle.\npackage %s\n\n", g.pkg, g.pkg)
	b.WriteString("import (\n\t\"context\"\n\t\"encoding/hex\"\n\t\"encoding/json\"\n\t\"errors\"\n\t\"fmt\"\n\t\"log/slog\"\n\t\"math/big\"\n\t\"net\"\n\t\"net/netip\"\n\t\"strconv\"\n\t\"strings\"\n\t\"time\"\n\n\t\"" + module + "/internal/oracle/probe\"\n")
	if g.pkg != shared {
		fmt.Fprintf(&b, "\t%q\n", workPath+"/"+shared)
	}
	b.WriteString(")\n\nvar (\n\t_ context.Context\n\t_ json.RawMessage\n\t_ time.Time\n\t_ = probe.Through\n\t_ = hex.Decode\n\t_ = errors.New\n\t_ = fmt.Sprint\n\t_ slog.Level\n\t_ big.Int\n\t_ net.IP\n\t_ netip.Addr\n\t_ = strconv.Itoa\n\t_ strings.Builder\n")
	if g.pkg != shared {
		b.WriteString("\t_ " + shared + ".Box[int]\n")
	}
	b.WriteString(")\n")
	if g.pkg == shared {
		b.WriteString("\n" + boxSource + "\n" + chainSource + "\n" + ownSource + "\n" + version.source + "\n" + loud.source)
	}
	for _, d := range g.defs {
		b.WriteString("\n" + d.declare())
	}
	for _, t := range g.tools {
		b.WriteString("\n" + t.source())
	}
	return b.String()
}

// describe is the source of a tool and of all types that it leads to.
func (t *tool) describe() string {
	var b strings.Builder
	b.WriteString(t.source())
	seen := map[string]bool{}
	var visit func(x *typ)
	visit = func(x *typ) {
		if x == nil {
			return
		}
		visit(x.elem)
		visit(x.key)
		if x.def == nil || seen[x.def.spell("")] {
			return
		}
		seen[x.def.spell("")] = true
		fmt.Fprintf(&b, "\n// in package %s\n%s", x.def.pkg, x.def.declare())
		visit(x.def.under)
		if x.def.union != nil {
			for _, c := range x.def.union.cases {
				visit(&typ{kind: named, def: c.def})
			}
		}
		for _, f := range x.def.fields {
			visit(f.typ)
		}
	}
	visit(t.in)
	for _, p := range t.params {
		visit(p.typ)
	}
	return b.String()
}
