package directive

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen/mcpgen/internal/diag"
)

func decode(t *testing.T, text string) (any, []Problem) {
	t.Helper()
	d, problems := Parse(text)
	def, unknown := Lookup(d.Name)
	if problems = append(problems, unknown...); len(problems) > 0 {
		return nil, problems
	}
	into := def.New()
	return into, Decode(d, into)
}

func TestDecode(t *testing.T) {
	const text = `//mcp:tool name=add "title=Add two" readonly=false open group=a group=b meta.k=1 meta.x/y="" icon=data:image/png;base64,AA==`
	got, problems := decode(t, text)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	at := func(part string) int { return strings.Index(text, part) }
	arg := func(key, value string) Text {
		return Text{Value: value, Set: true, KeyOffset: at(key + "="), Offset: at(key+"=") + len(key) + 1}
	}
	second := Text{Value: "b", Set: true, KeyOffset: at("group=b"), Offset: at("group=b") + 6}
	want := &Tool{
		Name: arg("name", "add"), Title: arg("title", "Add two"),
		Group:    List{arg("group", "a"), second},
		ReadOnly: Flag{Set: true, KeyOffset: at("readonly")},
		Open:     Flag{Value: true, Set: true, KeyOffset: at("open")},
		Icon:     List{arg("icon", "data:image/png;base64,AA==")},
		Meta:     Pairs{{"k", arg("meta.k", "1")}, {"x/y", arg("meta.x/y", "")}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if p := want.ReadOnly.Ptr(); p == nil || *p || want.Destructive.Ptr() != nil {
		t.Error("Ptr does not tell false from not said")
	}
}

func TestDecodeSharedRules(t *testing.T) {
	param, problems := decode(t, `//mcp:param days min=-1.5e3 max=14 minLength=0 example=1 example=2 enum=1|2`)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	rules := param.(*Param).Rules
	if rules.Min.Value != "-1.5e3" || *rules.MinLength.Count() != 0 || rules.MaxLength.Count() != nil {
		t.Errorf("rules %+v", rules)
	}
	if diff := cmp.Diff([]string{"1", "2"}, rules.Example.Values()); diff != "" {
		t.Error(diff)
	}
}

func TestDecodeProblems(t *testing.T) {
	for _, c := range []struct {
		text string
		want []mistake
		msg  string // part of the first message or hint
	}{
		{`//mcp:tol readonly`, []mistake{{diag.UnknownName, "tol"}}, "did you mean tool?"},
		{`//mcp:Tool`, []mistake{{diag.UnknownName, "Tool"}}, "did you mean tool?"},
		{`//mcp:xyz`, []mistake{{diag.UnknownName, "xyz"}}, "the directives are tool, param, field, oneof, resource, prompt, complete, summary, server"},
		{`//mcp:tool nam=x`, []mistake{{diag.UnknownArgument, "nam=x"}}, "did you mean name?"},
		{`//mcp:summary for=x`, []mistake{{diag.UnknownArgument, "for"}}, "it takes none"},
		{`//mcp:tool output=inline kind=A`, []mistake{{diag.BadValue, "inline"}, {diag.BadValue, "A"}}, "the only value is handle, and without output the result is the answer"},
		{`//mcp:tool output=auto`, []mistake{{diag.BadValue, "auto"}}, "the only value is handle, and without output"},
		{`//mcp:tool output`, []mistake{{diag.BadValue, "output"}}, "write output=handle"},
		{`//mcp:tool output=`, []mistake{{diag.BadValue, ""}}, "write output=handle"},
		{`//mcp:resource uri=a:b cache`, []mistake{{diag.BadValue, "cache"}}, "write cache=public or cache=private"},
		{`//mcp:resource uri=a:b cache=Private`, []mistake{{diag.BadValue, "Private"}}, "did you mean private? the values are public, private"},
		{`//mcp:tool forecast`, []mistake{{diag.UnknownArgument, "forecast"}}, "a bare word is a flag"},
		{`//mcp:tool app=x task=optional`, []mistake{{diag.UnknownArgument, "app"}, {diag.UnknownArgument, "task"}}, "meta.KEY"},
		{`//mcp:tool meta.=x meta=y`, []mistake{{diag.UnknownArgument, "meta.="}, {diag.UnknownArgument, "meta=y"}}, "did you mean meta.KEY?"},
		{`//mcp:tool name=a name=b`, []mistake{{diag.Repeated, "name=b"}}, "keep one"},
		{`//mcp:tool open open=false`, []mistake{{diag.Repeated, "open=false"}}, ""},
		{`//mcp:tool group=a group=b group=a`, []mistake{{diag.Repeated, "group=a"}}, ""},
		{`//mcp:tool meta.a=1 meta.b=2 meta.a=3`, []mistake{{diag.Repeated, "meta.a=3"}}, ""},
		{`//mcp:tool readonly=yes`, []mistake{{diag.BadValue, "yes"}}, "readonly=false"},
		{`//mcp:tool name`, []mistake{{diag.BadValue, "name"}}, "write name=NAME"},
		{`//mcp:tool meta.k`, []mistake{{diag.BadValue, "meta.k"}}, ""},
		{`//mcp:tool name="a b"`, []mistake{{diag.BadValue, `"a b"`}}, "one word"},
		{`//mcp:tool title=""`, []mistake{{diag.BadValue, `""`}}, ""},
		{`//mcp:tool icon=ftp://x icon=data:`, []mistake{{diag.BadValue, "ftp:"}, {diag.BadValue, "data:"}}, ""},
		{`//mcp:tool readonly destructive`, []mistake{{diag.Contradiction, "destructive"}}, ""},
		{`//mcp:tool destructive readonly`, []mistake{{diag.Contradiction, "readonly"}}, ""},
		{`//mcp:tool readonly destructive=false`, nil, ""},
		{`//mcp:param n min=3 max=2`, []mistake{{diag.Contradiction, "max=2"}}, "min=3 is above max=2"},
		{`//mcp:param n max=9007199254740992 min=9007199254740993`, []mistake{{diag.Contradiction, "min="}}, ""},
		{`//mcp:param n min=1e-300 max=0`, []mistake{{diag.Contradiction, "max=0"}}, ""},
		{`//mcp:param n min=1 max=1.0`, nil, ""},
		{`//mcp:param n minLength=2 maxLength=1 minItems=5 maxItems=4`, []mistake{{diag.Contradiction, "maxLength"}, {diag.Contradiction, "maxItems"}}, ""},
		{`//mcp:param n min=0x1 max=1e999999999`, []mistake{{diag.BadValue, "0x1"}, {diag.BadValue, "1e999999999"}}, ""},
		{`//mcp:param n max=1e400`, []mistake{{diag.BadValue, "1e400"}}, "this one is out of range"},
		{`//mcp:param n max=1e-400`, nil, ""},
		{`//mcp:param n max=x`, []mistake{{diag.BadValue, "x"}}, "it takes a JSON number"},
		{`//mcp:tool name=`, []mistake{{diag.BadValue, ""}}, "write name=NAME"},
		{`//mcp:tool title= readonly`, []mistake{{diag.BadValue, " readonly"}}, "write title=TEXT"},
		{`//mcp:tool open=`, []mistake{{diag.BadValue, ""}}, "write open or open=false"},
		{`//mcp:tool size=`, []mistake{{diag.BadValue, ""}}, "write size=VALUE"},
		{`//mcp:param n enum=`, []mistake{{diag.BadValue, ""}}, "write enum=VALUES"},
		{`//mcp:param n default=`, []mistake{{diag.BadValue, ""}}, `write default="" for the empty text`},
		{`//mcp:tool meta.a=`, []mistake{{diag.BadValue, ""}}, `write meta.a="" for the empty text`},
		{`//mcp:param n minLength=-1 maxLength=03 minItems=1.0 maxItems=9999999999`, []mistake{
			{diag.BadValue, "-1"}, {diag.BadValue, "03"}, {diag.BadValue, "1.0"}, {diag.BadValue, "9999999999"}}, ""},
		{`//mcp:param n enum=a||b`, []mistake{{diag.BadValue, "a||b"}}, ""},
		{`//mcp:resource name=x`, []mistake{{diag.BadValue, "resource"}}, "needs uri; write //mcp:resource uri=URI"},
		{`//mcp:resource uri="a b"`, []mistake{{diag.BadValue, `"a b"`}}, ""},
		{`//mcp:resource uri=a:b mime=text`, []mistake{{diag.BadValue, "text"}}, ""},
		{`//mcp:complete prompt=p`, []mistake{{diag.BadValue, "complete"}}, "needs arg; write //mcp:complete arg=NAME"},
		{`//mcp:complete arg=a`, []mistake{{diag.BadValue, "complete"}}, "needs prompt or uri"},
		{`//mcp:complete uri=a://b arg=a prompt=p`, []mistake{{diag.Contradiction, "prompt=p"}}, "write one line for each"},
		{`//mcp:field hidden`, []mistake{{diag.UnknownArgument, "hidden"}}, ""},
		{`//mcp:param n exclusiveMin=1 exclusiveMax=1.0`, []mistake{{diag.Contradiction, "exclusiveMax"}}, "exclusiveMin=1 is no less than exclusiveMax=1.0"},
		{`//mcp:param n exclusiveMax=1 min=1`, []mistake{{diag.Contradiction, "min=1"}}, ""},
		{`//mcp:param n exclusiveMin=2 max=1`, []mistake{{diag.Contradiction, "max=1"}}, "exclusiveMin=2 is above max=1"},
		{`//mcp:param n min=1 exclusiveMin=0`, []mistake{{diag.Contradiction, "exclusiveMin"}}, "both lower bounds"},
		{`//mcp:param n exclusiveMax=2 max=1`, []mistake{{diag.Contradiction, "max=1"}}, "both upper bounds"},
		{`//mcp:param n multipleOf=0 minLength=1`, []mistake{{diag.BadValue, "0 min"}}, "above zero"},
		{`//mcp:param n multipleOf=-1`, []mistake{{diag.BadValue, "-1"}}, "above zero"},
		{`//mcp:param n multipleOf=1e-400`, []mistake{{diag.BadValue, "1e-400"}}, ""},
		{`//mcp:param n multipleOf=0.1234567890123456789`, []mistake{{diag.BadValue, "0.12"}}, "at most 18 digits"},
		{`//mcp:param n multipleOf=0.00012345678901234567800`, nil, ""},
		{`//mcp:param n required default=1`, []mistake{{diag.Contradiction, "default"}}, "a property with a default is optional"},
		{`//mcp:param n default=1 required`, []mistake{{diag.Contradiction, "required"}}, ""},
		{`//mcp:param n required=false`, []mistake{{diag.BadValue, "required"}}, "required=false says nothing; leave it out"},
		{`//mcp:field unique=false`, []mistake{{diag.BadValue, "unique"}}, ""},
		{`//mcp:field unique=yes`, []mistake{{diag.BadValue, "yes"}}, ""},
		{`//mcp:type a.B schema=true`, []mistake{{diag.BadValue, "true"}}, "it takes a JSON object"},
		{`//mcp:type a.B schema={} decode=a.b encode=func`, []mistake{{diag.BadValue, "a.b"}, {diag.BadValue, "func"}}, "the name of a function"},
		{`//mcp:type a.B`, []mistake{{diag.BadValue, "type"}}, "needs schema"},
		{`//mcp:resource uri=a:b priority=0`, []mistake{{diag.BadValue, "0"}}, "a number above 0 and at most 1"},
		{`//mcp:resource uri=a:b priority=1.5`, []mistake{{diag.BadValue, "1.5"}}, ""},
		{`//mcp:resource uri=a:b priority=0.5 audience=user audience=assistant size=1`, nil, ""},
		{`//mcp:resource uri=a:b size=0`, []mistake{{diag.BadValue, "0"}}, "size=0 says nothing"},
		{`//mcp:resource uri=a:b audience=user audience=user`, []mistake{{diag.Repeated, "audience=user"}}, ""},
		{`//mcp:resource uri=a:b audience=all`, []mistake{{diag.BadValue, "all"}}, "the values are user, assistant"},
		{`//mcp:tool icon="https://example.com/a.png image/png 48x48 96x96 dark" icon=data:image/svg+xml,x`, nil, ""},
		{`//mcp:tool icon="https://example.com/a.png big"`, []mistake{{diag.BadValue, `"https`}}, "image/png 48x48 dark"},
		{`//mcp:tool icon="a.png" icon="data:text/html,x" icon=file:///a.png icon="https://a.b/c light dark"`,
			[]mistake{{diag.BadValue, `"a.png`}, {diag.BadValue, `"data`}, {diag.BadValue, "file:"}, {diag.BadValue, `"https`}}, ""},
		{`//mcp:tool timeout=0s`, []mistake{{diag.BadValue, "0s"}}, "a duration above zero"},
		{`//mcp:server ttl=10us cache=shared`, []mistake{{diag.BadValue, "10us"}, {diag.BadValue, "shared"}}, "whole milliseconds"},
		{`//mcp:param n header=a:b`, []mistake{{diag.BadValue, "a:b"}}, "a header name"},
		{`//mcp:param n header="a\r\nb"`, []mistake{{diag.BadValue, `"a`}}, "a header name"},
		{`//mcp:param n hidden=meta.`, []mistake{{diag.BadValue, "meta."}}, "principal, meta.KEY"},
		{`//mcp:param n hidden=meta.example.com/tenant`, nil, ""},
		{`//mcp:param n hidden=principal min=1 required header=X desc=x name=m example=1`, []mistake{
			{diag.Contradiction, "name"}, {diag.Contradiction, "desc"}, {diag.Contradiction, "required"},
			{diag.Contradiction, "example"}, {diag.Contradiction, "min"}, {diag.Contradiction, "header"},
		}, "no name; keep hidden alone"},
		{`//mcp:field pattern=`, []mistake{{diag.BadValue, ""}}, "write pattern=PATTERN"},
	} {
		_, problems := decode(t, c.text)
		if diff := cmp.Diff(c.want, mistakes(c.text, problems, c.want)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.text, diff)
			continue
		}
		for _, p := range problems {
			if p.Msg == "" || p.Hint == "" {
				t.Errorf("%s: a problem without words: %v", c.text, p)
			}
		}
		if len(problems) > 0 && !strings.Contains(problems[0].Msg+"; "+problems[0].Hint, c.msg) {
			t.Errorf("%s: %q; %q does not say %q", c.text, problems[0].Msg, problems[0].Hint, c.msg)
		}
	}
}

// Every argument of every definition can be set, and what it sets is seen.
func TestEveryArgumentArrives(t *testing.T) {
	samples := map[string]string{
		"NAME": "x", "TEXT": "x", "VALUE": "", "VALUES": "a|b", "NUMBER": "1", "COUNT": "1", "STEP": "1", "PATTERN": "x",
		"SCHEMA": "{}", "FUNC": "x",
		"TYPE": "T", "ICON": "https://example.com/x.png", "URI": "a:b", "MIME": "text/plain", "ROLE": "user", "PRIORITY": "0.5",
		"DURATION": "1s", "TTL": "1s", "SCOPE": "public", "OUTPUT": "handle", "KIND": "x", "HEADER": "Region", "SOURCE": "principal",
	}
	for _, def := range Definitions() {
		for i, s := range slotsIn(def.New()) {
			arg := Arg{Key: strings.Replace(s.name, "KEY", "k", 1), Value: samples[s.form], HasValue: s.form != ""}
			into := def.New()
			for _, p := range Decode(Directive{Name: def.Name, Args: []Arg{arg}}, into) {
				if !strings.HasPrefix(p.Msg, "//mcp:"+def.Name+" needs ") { // the others
					t.Errorf("%s %s: %v", def.Name, s.name, p)
				}
			}
			for j, after := range slotsIn(into) {
				if after.value.IsZero() == (i == j) {
					t.Errorf("%s %s: argument %s is zero: %v", def.Name, s.name, after.name, i == j)
				}
			}
		}
	}
}
