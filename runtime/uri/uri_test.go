package uri

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/yosida95/uritemplate/v3"
)

// kinds are those of tests: names that begin with o are optional, l lists.
func kinds(name string) Kind {
	return Kind{Optional: strings.HasPrefix(name, "o"), List: strings.HasPrefix(name, "l")}
}

func matcher(t *testing.T, template string) *Matcher {
	t.Helper()
	parsed, err := Parse(template)
	if err != nil {
		t.Fatal(err)
	}
	m, err := parsed.Bind(kinds)
	if err != nil {
		t.Fatalf("%s: %v", template, err)
	}
	return m
}

// show spells values: a, [a b] for a list, - for nothing.
func (m *Matcher) show(uri string) string {
	values, ok, err := m.Match(uri)
	switch {
	case err != nil:
		return "! " + err.Error()
	case !ok:
		return "no match"
	}
	var words []string
	for i, v := range values {
		switch {
		case !v.Set:
			words = append(words, m.vars[i].Name+"-")
		case kinds(m.vars[i].Name).List:
			words = append(words, fmt.Sprintf("%s=%q", m.vars[i].Name, v.Items))
		default:
			words = append(words, fmt.Sprintf("%s=%q", m.vars[i].Name, v.Items[0]))
		}
	}
	return strings.Join(words, " ")
}

func TestMatch(t *testing.T) {
	for _, test := range []struct{ template, uri, want string }{
		{"mail://box/{id}{?oq,olimit}", "mail://box/7", `id="7" oq- olimit-`},
		{"mail://box/{id}{?oq,olimit}", "mail://box/7?olimit=2", `id="7" oq- olimit="2"`},
		{"mail://box/{id}{?oq,olimit}", "mail://box/7?olimit=2&oq=a%26b", `id="7" oq="a&b" olimit="2"`},
		{"mail://box/{id}{?oq,olimit}", "mail://box/7?zzz=1", `id="7" oq- olimit-`},
		{"mail://box/{id}{?oq,olimit}", "mail://box/7?oq", `id="7" oq="" olimit-`},
		{"mail://box/{id}{?oq,olimit}", "mail://box/7?", `id="7" oq- olimit-`},
		{"mail://box/{id}{?oq,olimit}", "mail://box/7?oq=1&oq=2", "! {oq} has two values"},
		{"mail://box/{id}{?oq,olimit}", "mail://box/7?oq=..&x=%ZZ", `id="7" oq=".." olimit-`},
		{"mail://box/{id}{?oq,olimit}", "mail://box/7?oq=a%3D1=2+3", `id="7" oq="a=1=2+3" olimit-`},
		{"mail://box/{id}{?oq,olimit}", "mail://box/7%3Foq=1", `id="7?oq=1" oq- olimit-`},
		{"mail://box/{id}{?oq,olimit}", "mail://box/7/8?oq=1", "no match"},
		{"note://{name}", "note://hello%20world", `name="hello world"`},
		{"note://{name}", "note://a%2Fb", `name="a/b"`},
		{"note://{name}", "note://%2520", `name="%20"`},
		{"note://{name}", "note://a+b", `name="a+b"`},
		{"note://{name}", "note://", `name=""`},
		{"note://{name}", "note://%ZZ", "! the value of {name} is not percent-encoded UTF-8"},
		{"note://{name}", "note://%C3%28", "! the value of {name} is not percent-encoded UTF-8"},
		{"note://{name}", "note://%ff", "! the value of {name} is not percent-encoded UTF-8"},
		{"note://{name}", "note://a%00b", "! the value of {name} holds NUL"},
		{"note://{name}", "note://a/b", "no match"},
		{"note://{name}", "note://a?b", "no match"},
		{"note://{name}", "note://a#b", "no match"},
		{"note://{name}", "note://a\nb", "! a control character stands in it"},
		{"note://{name}", "note://..", "! it holds .. as a path segment"},
		{"note://{name}", "note://%2E%2e", "! it holds .. as a path segment"},
		{"note://{name}", "note://..%2F..%2Fetc%2Fpasswd", "! the value of {name} holds .. as a path segment"},
		{"note://{name}", `note://..%5C..%5Cetc`, "! the value of {name} holds .. as a path segment"},
		{"note://{name}", "note://%252e%252e%252fetc", `name="%2e%2e%2fetc"`},
		{"note://{name}", "note://a..b", `name="a..b"`},
		{"file:///{+path}", "file:///a/b/c.txt", `path="a/b/c.txt"`},
		{"file:///{+path}", "file:///a/../../b", "! it holds .. as a path segment"},
		{"file:///{+path}", "file:///a/%2e%2e/b", "! it holds .. as a path segment"},
		{"file:///{+path}", "file:///a%2F..%2Fb", "! the value of {path} holds .. as a path segment"},
		{"file:///{+path}", "file:///a?b#c", `path="a?b#c"`},
		{"file:///{+path}{?ov}", "file:///a/b?ov=1", `path="a/b" ov="1"`},
		{"file:///{+path}{#ov}", "file:///a/b#c/d?e", `path="a/b" ov="c/d?e"`},
		{"file://host{/lpath*}", "file://host", `lpath-`},
		{"file://host{/lpath*}", "file://host/a/b%2Fc", `lpath=["a" "b/c"]`},
		{"file://host{/lpath*}", "file://host/a/..", "! it holds .. as a path segment"},
		{"file://host{/lpath*}{?oq}", "file://host/a?oq=1", `lpath=["a"] oq="1"`},
		{"file://host{/a,ob}", "file://host/x", `a="x" ob-`},
		{"file://host{/a,ob}", "file://host/x/y", `a="x" ob="y"`},
		{"file://host{/a,ob}", "file://host/x/y/z", "no match"},
		{"file://host{/a,ob}", "file://host", "no match"},
		{"f://{name}{.oext}", "f://a.b.pdf", `name="a.b" oext="pdf"`},
		{"f://{name}{.oext}", "f://a", `name="a" oext-`},
		{"f://{name}{.ext}", "f://a.b.pdf", `name="a.b" ext="pdf"`},
		{"f://v{.version}", "f://v.1.2.3", `version="1.2.3"`},
		{"f://v{.lv*}", "f://v.1.2.3", `lv=["1" "2" "3"]`},
		{"f://{name}.json", "f://a.json.json", `name="a.json"`},
		{"f://{a,b}", "f://1,2", `a="1" b="2"`},
		{"f://{a,ob}", "f://1", `a="1" ob-`},
		{"f://{a,b}", "f://1,2,3", "no match"},
		{"f://{ltags}", "f://1,2%2C3", `ltags=["1" "2,3"]`},
		{"f://x{;oa,b}", "f://x;b=1;oa=2", `oa="2" b="1"`},
		{"f://x{;oa,b}/y", "f://x;b/y", `oa- b=""`},
		{"f://{x}{;ov}", "f://p;ov=3", `x="p" ov="3"`},
		{"f://{x}{;ov}", "f://p%3Bov=3", `x="p;ov=3" ov-`},
		{"f://x?fixed=1{&oa,lb*}", "f://x?fixed=1&lb=1&oa=%2B&lb=2", `oa="+" lb=["1" "2"]`},
		{"f://x?fixed=1{&oa,lb*}", "f://x?fixed=1", `oa- lb-`},
		{"f://x?fixed=1{&oa,lb*}", "f://x?fixed=12", "no match"},
		{"f://x{?oa}{&ob}", "f://x?ob=1&oa=2", `oa="2" ob="1"`},
		{"f://x{?oa}{&ob}", "f://x?ob=1", `oa- ob="1"`},
		{"f://x{?ltags}", "f://x?ltags=a,b%2Cc", `ltags=["a" "b,c"]`},
		{"f://x{?o.dot}", "f://x?o.dot=1", `o.dot="1"`},
		{"f://x{?a}", "f://x?b=1", "! {a} is missing"},
		{"f://x{;oa,b}", "f://x;oa", "! {b} is missing"},
		{"f://x{#of}", "f://x", `of-`},
		{"f://x{#of}", "f://x#", `of=""`},
		{"f://x?q={q}", "f://x?q=a/b", `q="a/b"`},
		{"f://{og}", "f://", `og-`},
		{"t://{host}{/lpath*}{.oext}{;v,deep}{?ltag*}", "t://h/a/b%2Fc.txt;deep=1;v=2?ltag=x&ltag=y", `host="h" lpath=["a" "b/c"] oext="txt" v="2" deep="1" ltag=["x" "y"]`},
		{"t://h{/lpath*}{.oext}", "t://h/a.b/c", `lpath=["a.b" "c"] oext-`},
		{"t://h/{+path}{;ov}{/olast}", "t://h/a/b;ov=1", `path="a/b" ov="1" olast-`},
		{"f://fixed", "f://fixed", ""},
		{"f://fixed", "f://fixed?x=1", "no match"},
		{"http://{host}:{port}/a.b/{user.id}?x=1", "http://h:8/a.b/me?x=1", `host="h" port="8" user.id="me"`},
		{"urn:isbn:{n}", "urn:isbn:1", `n="1"`},
	} {
		if got := matcher(t, test.template).show(test.uri); got != test.want {
			t.Errorf("%s, %s:\n got %s\nwant %s", test.template, test.uri, got, test.want)
		}
	}
}

func TestCovers(t *testing.T) {
	for _, test := range []struct {
		template, uri string
		want          bool
	}{
		{"mail://{id}{?q}", "mail://7", true},
		{"mail://{id}{?q}", "mail://7?q=1", true},
		{"mail://{id}{?q}", "mail://7/8", false},
		{"file://h{/a,b}", "file://h/x", true},
		{"file://h{/a*}", "file://h/x/y/z", true},
		{"file://h/{+a}", "file://h/x/../z", false},
	} {
		template, err := Parse(test.template)
		if err != nil {
			t.Fatal(err)
		}
		if got := template.Covers(test.uri); got != test.want {
			t.Errorf("%s covers %s: %v", test.template, test.uri, got)
		}
	}
}

func TestRefused(t *testing.T) {
	for template, want := range map[string]string{
		"x":                   `URI "x" does not begin with a scheme`,
		"{x}://a":             `URI "{x}://a" does not begin with a scheme`,
		"a://{x:3}":           "{x:3} keeps only the beginning of x, and the value cannot be told from it",
		"a://{=x}":            "{=x} has the operator =, which RFC 6570 keeps for later",
		"a://{x*}":            "{x*} holds a list, and the parameter is none",
		"a://{x}{+y}":         "no text stands between {x} and {y}, so their values cannot be told apart",
		"a://{+x}/y/{+z}":     "{x} and {z} can both hold slashes, so their values cannot be told apart",
		"a://{ox,y}":          "{ox} can be absent, and then y would stand in its place: only the last variable of an expression can be optional",
		"a://x{/lx*,y}":       "{lx} is a list, and only the last variable of an expression can be one",
		"a://x{?y}/z":         `"/z" stands behind a query, which only {&x} and {#x} can follow`,
		"a://x{?y}{?z}":       "{?z} begins a second query; write {&z}",
		"a://x{&y}":           "{&y} goes on with a query that nothing has begun; write {?y}",
		"a://x?y=1{?z}":       "{?z} begins a second query; write {&z}",
		"a://x?y=1{/z}":       "{/z} stands in the query, where it means nothing",
		"a://x{#y}{#z}":       "{z} stands behind a #, where only all of a fragment can vary, with one {#z}",
		"a://x/../{y}":        "a segment of the path is .., which no URI keeps",
		"a://x/..":            "a segment of the path is .., which no URI keeps",
		"a://{x}/{x}":         `variable "x" stands twice in the URI`,
		"":                    `URI "" does not begin with a scheme`,
		"a://{a-b}":           `"a-b" is no name of a variable (letters, digits, _ and single dots)`,
		"a://{a{b}}":          `"a{b" is no name of a variable (letters, digits, _ and single dots)`,
		"a://{é}":             `"é" is no name of a variable (letters, digits, _ and single dots)`,
		"a://{x,}":            `"" is no name of a variable (letters, digits, _ and single dots)`,
		"a://日本":              `'日' cannot stand in a URI as it is; percent-encode it`,
		"http://h:x/y":        `"http://h:x/y" is no URI`,
		"a://{}":              "{} in the URI names no variable",
		"a://{x":              "{x in the URI has no }",
		"a://x}":              `a } without { stands in the URI after "a://x"`,
		"a://{a..b}":          `"a..b" is no name of a variable (letters, digits, _ and single dots)`,
		"a://%zz":             "a % that begins no percent sequence stands in the URI; write %25",
		"a://x y":             "' ' cannot stand in a URI as it is; percent-encode it",
		"a://{x}{?y}{#z}tail": `"tail" stands behind the fragment, which is the end of a URI`,
	} {
		parsed, err := Parse(template)
		if err == nil {
			_, err = parsed.Bind(kinds)
		}
		if err == nil || err.Error() != want {
			t.Errorf("%s:\n got %v\nwant %s", template, err, want)
		}
	}
}

// templates are those of the property tests: of one kind of operator each, and
// mixed.
var templates = []string{
	"a://{x}", "a://{x,y}", "a://{x,oy}", "a://h/{+x}", "a://h/{+x}{?oy}", "a://h{#x}", "a://h{#ox}", "a://h{.x}", "a://h{/x,y}", "a://h{/x,oy}", "a://h{/lx*}",
	"a://h{;x,oy}", "a://h{?x,oy,lz}", "a://h{?lx*,oy}", "a://h?f=1{&x,oy}", "a://{x}/{y}{?oz,ow}{#of}", "a://{x}{.oe}{?oy}", "a://{lx}", "a://{x}{/oy}{;oz}{?ow}{#of}",
}

// TestExpand compares with a library that expands; values are ASCII, since it
// does not encode other characters as UTF-8.
func TestExpand(t *testing.T) {
	eachExpansion(t, "abcXYZ09-._~:/?#[]@!$&'()*+,;= %", func(template string, values map[string]Value, got string) {
		theirs := uritemplate.Values{}
		for name, v := range values {
			switch {
			case !v.Set:
			case kinds(name).List:
				theirs.Set(name, uritemplate.List(v.Items...))
			default:
				theirs.Set(name, uritemplate.String(v.Items[0]))
			}
		}
		want, err := uritemplate.MustNew(template).Expand(theirs)
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Fatalf("%s with %v:\n got %s\nwant %s", template, values, got, want)
		}
	})
}

// TestRoundTrip: what a template expands to, it matches, with the same values.
// The alphabet leaves out what RFC 6570 itself makes ambiguous: percent signs
// and delimiters in reserved expansion, and a dot before a label.
func TestRoundTrip(t *testing.T) {
	eachExpansion(t, "abXY09-_~é&=;+!$()* ", func(template string, values map[string]Value, uri string) {
		m := matcher(t, template)
		got, ok, err := m.Match(uri)
		if !ok || err != nil {
			t.Fatalf("%s does not match %s: %v", template, uri, err)
		}
		for i, v := range m.vars {
			want := values[v.Name]
			if len(want.Items) == 0 || slices.Equal(want.Items, []string{""}) && !got[i].Set {
				want = Value{} // RFC 6570 makes nothing of them
			}
			if got[i].Set != want.Set || !slices.Equal(got[i].Items, want.Items) {
				t.Fatalf("%s, %s: %s is %+v, want %+v", template, uri, v.Name, got[i], want)
			}
		}
	})
}

// eachExpansion expands the templates with random values of an alphabet.
func eachExpansion(t *testing.T, alphabet string, check func(template string, values map[string]Value, uri string)) {
	t.Helper()
	random, letters := rand.New(rand.NewPCG(1, 2)), []rune(alphabet)
	word := func() string {
		text := make([]rune, random.IntN(5))
		for i := range text {
			text[i] = letters[random.IntN(len(letters))]
		}
		return string(text)
	}
	for range 400 {
		for _, template := range templates {
			parsed, err := Parse(template)
			if err != nil {
				t.Fatal(err)
			}
			values := map[string]Value{}
			for _, v := range parsed.Variables() {
				switch kind := kinds(v.Name); {
				case kind.Optional && random.IntN(2) == 0:
				case kind.List:
					list := Value{Set: true}
					for range random.IntN(4) {
						list.Items = append(list.Items, word())
					}
					list.Set = len(list.Items) > 0
					values[v.Name] = list
				default:
					values[v.Name] = Text(word())
				}
			}
			check(template, values, parsed.Expand(func(name string) Value { return values[name] }))
		}
	}
}

func FuzzMatch(f *testing.F) {
	for _, template := range templates {
		for _, uri := range []string{"a://h/b?x=1&y=%2F#z", "a://..%2f", "a://h;x=1;y"} {
			f.Add(template, uri)
		}
	}
	f.Fuzz(func(t *testing.T, template, uri string) {
		parsed, err := Parse(template)
		if err != nil {
			return
		}
		if _, err := uritemplate.New(template); err != nil {
			t.Fatalf("%s is no template for the SDK: %v", template, err)
		}
		m, err := parsed.Bind(kinds)
		if err != nil {
			return
		}
		values, ok, err := m.Match(uri)
		if !ok || err != nil {
			return
		}
		for i, v := range values {
			if kinds(m.vars[i].Name).List != (len(v.Items) > 1) && len(v.Items) > 1 || v.Set != (len(v.Items) > 0) {
				t.Fatalf("%s, %s: %v", template, uri, values)
			}
			for _, item := range v.Items {
				if strings.ContainsRune(item, 0) || m.stageOf(i) == inPath && climbs(item) {
					t.Fatalf("%s, %s: %q passes", template, uri, item)
				}
			}
		}
	})
}

func (m *Matcher) stageOf(variable int) stage {
	for _, e := range m.parts {
		if variable >= e.at && variable < e.at+len(e.vars) {
			return e.stage
		}
	}
	return -1
}
