package docs

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/mcpgen/mcpgen/emit/schema"
	"github.com/mcpgen/mcpgen/internal/model"
)

// The views are what the templates see: finished text, and what to leave out.

type packageView struct {
	Name, Path, Doc markdown
	Server          *serverView
	Tools           []toolView
	Resources       []resourceView
	Prompts         []promptView
	Types           []typeView
}

type serverView struct{ Name, Version, Title, Instructions markdown }

type toolView struct {
	Name, Title, Doc, Notes, Result markdown
	Deprecated, Open, Lenient       bool
	Args, Results                   []argView
	Schemas                         []schemaView
}

type argView struct{ Name, Type, Required, Limits, Doc markdown }

type schemaView struct{ Title, Text markdown }

type resourceView struct {
	Name, Title, Doc, URI, MIME markdown
	Template                    bool
	Holds                       markdown
	Args                        []argView
}

type promptView struct {
	Name, Title, Doc markdown
	Args             []argView
}

// newPackageView sorts by name, so that a page does not follow the order of
// the source.
func newPackageView(p *model.Package) packageView {
	types := newNamedTypes(p)
	v := packageView{Types: types.views(), Name: inline(p.Name), Path: code(p.Path), Doc: block(p.Doc), Server: newServerView(p.Server)}
	for _, t := range sorted(p.Tools, func(t *model.Tool) string { return t.Name }) {
		v.Tools = append(v.Tools, newToolView(types, t))
	}
	for _, r := range sorted(p.Resources, func(r *model.Resource) string { return r.Name + "\n" + r.URI }) {
		v.Resources = append(v.Resources, resourceView{
			Name: inline(r.Name), Title: inline(r.Title), Doc: block(r.Doc), URI: code(r.URI), MIME: inline(r.MIME),
			Template: r.Template, Holds: holdsText(r.Holds), Args: types.args(r.Func.Params),
		})
	}
	for _, pr := range sorted(p.Prompts, func(pr *model.Prompt) string { return pr.Name }) {
		v.Prompts = append(v.Prompts, promptView{
			Name: inline(pr.Name), Title: inline(pr.Title), Doc: block(pr.Doc), Args: types.args(pr.Func.Params),
		})
	}
	return v
}

// holdsText adds to a sentence about a resource what it holds, unless it is text.
func holdsText(h model.Holding) markdown {
	switch h {
	case model.HoldsBytes:
		return ", binary"
	case model.HoldsContents, model.HoldsParts:
		return ", text or binary"
	}
	return ""
}

func sorted[T any](list []T, key func(T) string) []T {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b T) int { return cmp.Compare(key(a), key(b)) })
	return list
}

func newServerView(s *model.Server) *serverView {
	if s == nil {
		return nil
	}
	return &serverView{
		Name: inline(s.Name), Version: inline(s.Version), Title: inline(s.Title), Instructions: block(s.Instructions),
	}
}

func newToolView(types *namedTypes, t *model.Tool) toolView {
	p := types.p
	v := toolView{
		Name: inline(t.Name), Title: inline(t.Title), Doc: block(t.Doc), Notes: notes(t), Result: types.result(t),
		Deprecated: marked(t.Deprecated, t.Doc), Open: t.Open,
		Lenient: t.Lenient != nil && *t.Lenient && len(t.Func.Params) > 0,
	}
	for _, m := range p.InputMembers(t) {
		v.Args = append(v.Args, types.arg(m.Property))
	}
	for _, prop := range p.Output(t).Props {
		v.Results = append(v.Results, types.arg(prop))
	}
	v.Schemas = append(v.Schemas, schemaView{"Input schema", pretty(schema.Input(p, t))})
	if out := schema.Output(p, t); out != "" {
		v.Schemas = append(v.Schemas, schemaView{"Output schema", pretty(out)})
	}
	return v
}

// notes lists the hints, groups, timeout and stage of a tool in one sentence.
func notes(t *model.Tool) markdown {
	var list []string
	add := func(hint *bool, yes, no string) {
		if hint != nil && *hint {
			list = append(list, yes)
		} else if hint != nil {
			list = append(list, no)
		}
	}
	add(t.Hints.ReadOnly, "read-only", "not read-only")
	add(t.Hints.Destructive, "destructive", "not destructive")
	add(t.Hints.Idempotent, "idempotent", "not idempotent")
	add(t.Hints.OpenWorld, "open world", "closed world")
	if t.Approve {
		list = append(list, "runs after the user's approval")
	}
	for _, group := range t.Groups {
		list = append(list, "group "+group)
	}
	if t.Timeout > 0 {
		list = append(list, "at most "+t.Timeout.String())
	}
	if t.Stage != "" {
		list = append(list, "stage "+t.Stage)
	}
	text := strings.Join(list, ", ")
	if text == "" {
		return ""
	}
	return markdown(guard(string(inline(strings.ToUpper(text[:1]) + text[1:]))))
}

// result says what a tool returns; a table of several results follows it.
func (types *namedTypes) result(t *model.Tool) markdown {
	r := types.p.Output(t)
	var text, doc markdown
	switch {
	case r.Handle != nil:
		text, doc = types.handleWords(r.Handle), inline(t.Func.Results[0].Doc)
	case r.Content:
		text, doc = contentWords(t.Func.Results[0].Type), inline(t.Func.Results[0].Doc)
	case r.None():
		return "Returns nothing."
	case r.Value == nil:
		return "Returns an object:"
	default:
		text, doc = types.words(r.Value.Type), inline(r.Value.Doc)
	}
	if doc != "" {
		return "Returns " + text + ": " + doc
	}
	return "Returns " + text + "."
}

// contentWords says what content a tool returns.
func contentWords(t *model.Type) markdown {
	switch t.Basic {
	case "TextContent":
		return "text"
	case "ImageContent":
		return "an image"
	case "AudioContent":
		return "sound"
	case "ResourceLink":
		return "a link to a resource"
	case "EmbeddedResource":
		return "a resource"
	case "Content":
		return "one of text, an image, sound or a resource"
	}
	return "text, images, sound or resources"
}

func (types *namedTypes) args(params []*model.Param) []argView {
	var list []argView
	for _, param := range params {
		list = append(list, types.arg(&param.Property))
	}
	return list
}

func (types *namedTypes) arg(prop *model.Property) argView {
	p := types.p
	base, _ := p.Deref(prop.Type)
	v := argView{Name: cell(prop.Name), Type: types.words(prop.Type), Required: "yes", Doc: inline(prop.Doc)}
	if prop.Optional {
		v.Required = "no"
	}
	if prop.Quoted {
		v.Type = inline(model.QuotedNoun(base))
	}
	if prop.Rules != nil && prop.Rules.Default != "" {
		literal := prop.Rules.Default
		if prop.Quoted {
			literal = model.QuotedLiteral(base, literal)
		}
		v.Required = "no, default " + cell(model.Literal(literal))
	}
	if prop.Doc == "" {
		for _, n := range p.Names(prop.Type) {
			v.Doc = cmp.Or(v.Doc, inline(n.Doc))
		}
	}
	if marked(prop.Deprecated, prop.Doc) {
		v.Doc = markdown(strings.TrimSpace("**Deprecated.** " + string(v.Doc)))
	}
	v.Limits = limits(p, prop)
	return v
}

// marked reports whether a page says that something is deprecated: where the
// text does, that is enough.
func marked(deprecated bool, doc string) bool {
	return deprecated && !strings.Contains("\n"+doc, "\nDeprecated: ")
}

// limits says which values an argument can have.
func limits(p *model.Package, prop *model.Property) markdown {
	base, _ := p.Deref(prop.Type)
	list := rulesWords(base.Kind, p.Effective(prop.Type, prop.Rules))
	values, closed := p.EnumOf(prop.Type, prop.Rules)
	if prop.Quoted {
		values = model.Quoted(base, values)
	}
	if text := valuesText(values, closed); text != "" {
		list = append(list, text)
	}
	if prop.Rules != nil && prop.Rules.Header != "" {
		list = append(list, "HTTP header "+string(cell("Mcp-Param-"+prop.Rules.Header)))
	}
	return markdown(strings.Join(list, "; "))
}

// rulesWords says what rules put on a value of the kind, the pattern as code.
func rulesWords(kind model.Kind, r *model.Rules) (list []string) {
	rest, pattern := *r, model.PatternText(r.Pattern)
	rest.Pattern = ""
	if text := model.LimitsText(kind, &rest); text != "" {
		list = append(list, string(inline(text)))
	}
	if pattern != "" {
		list = append(list, "matching "+string(cell(pattern)))
	}
	return list
}

// valuesText lists the only values, or the usual ones.
func valuesText(values []model.EnumValue, closed bool) string {
	var names []string
	for _, v := range values {
		names = append(names, string(cell(model.Literal(v.Value))))
	}
	switch {
	case len(names) == 0:
		return ""
	case closed:
		return "one of " + strings.Join(names, ", ")
	}
	return "such as " + strings.Join(names, ", ")
}

// keyWords says which names the members of a map have, unless they are any
// strings.
func (types *namedTypes) keyWords(t *model.Type) markdown {
	keys := types.p.Keys(t)
	var list []string
	if keys.Base.Kind != model.String {
		list = append(list, keys.Base.Kind.Noun())
	}
	if keys.Rules != nil {
		list = append(list, rulesWords(model.String, keys.Rules)...)
	}
	if text := valuesText(keys.Values, keys.Closed); text != "" {
		list = append(list, text)
	}
	if len(list) == 0 {
		return ""
	}
	return markdown(" (names: " + strings.Join(list, "; ") + ")")
}

// pretty indents a schema for reading; the text is JSON, so no line of it can
// end the code block it stands in.
func pretty(text string) markdown {
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(text), "", "  "); err != nil {
		return markdown(text)
	}
	return markdown(b.String())
}
