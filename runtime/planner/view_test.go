package planner

import (
	"fmt"
	"strings"
	"testing"
)

// few is a registry with every kind of selection in it.
func few() Contents {
	tool := func(name, stage string, readOnly bool, groups ...string) Tool {
		return Tool{Entry: Entry{Name: name, Line: "()"}, Stage: stage, ReadOnly: readOnly, Groups: groups}
	}
	return Contents{
		Tools: []Tool{
			tool("write", "edit", false, "notes"), tool("read", "", true, "notes", "all"),
			tool("tidy", "edit", false, "workflow"), tool("send", "ship", false),
		},
		Groups:   map[string]string{"notes": "What was written down.", "none": "Nothing."},
		Profiles: map[string]Select{"editor": {Groups: []string{"notes"}, Names: []string{"send"}, Stages: []string{"edit"}}},
	}
}

func shown(v *View) string { return names(v.Tools()) }

// Signatures are the lines without what stands behind the colon.
func TestSignatures(t *testing.T) {
	r := NewRegistry(Contents{Tools: []Tool{{Entry: Entry{Name: "a", Line: "(x)"}, Description: "Does it."}, {Entry: Entry{Name: "b", Line: "()"}}}})
	want := "# tool(parameters). no type: str\na(x)\nb()\n"
	if got := r.All().Signatures(); got != want {
		t.Errorf("got %q", got)
	}
	if got := r.All().String(); got != strings.Replace(want, "a(x)", "a(x): Does it.", 1) {
		t.Errorf("got %q", got)
	}
}

// A registry says what is wrong with its tools, and is of use all the same.
func TestRegistryErrors(t *testing.T) {
	if err := NewRegistry(few()).Err(); err != nil {
		t.Error(err)
	}
	r := NewRegistry(Contents{Tools: []Tool{
		{Entry: Entry{Name: "b", Line: "(x"}}, {Entry: Entry{Name: "a", About: "Does it.\nb(y)"}}, {}, {Entry: Entry{Name: "a", Line: "(z)"}},
	}})
	want := "tool 3 has no name\ntwo tools are called \"a\"\nthe line of tool \"b\": want \" \" at byte 2"
	if err := r.Err(); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if got := r.All().String(); got != "# tool(parameters)\na(): Does it. b(y)\nb(x\n" {
		t.Errorf("got %q", got)
	}
}

// The numbers of tools are those of the view.
func TestViewInTheStyleOfZCP(t *testing.T) {
	r := NewRegistry(Contents{Tools: []Tool{
		{Entry: Entry{Name: "get", Line: "(id n?:int=1) -> #report"}, Description: "Get returns it. And more."},
		{Entry: Entry{Name: "add"}}, {Entry: Entry{Name: "bad", Line: "(x"}},
	}})
	want := "TOOL @1 get(id:str,n?:int=1) -> handle report ; Get returns it.\n"
	if got := r.View(Select{Names: []string{"get"}}).ZCP(); got != want {
		t.Errorf("got %q", got)
	}
	want = "TOOL @1 add()\nTOOL @2 bad()\nTOOL @3" + want[len("TOOL @1"):]
	if got := r.All().ZCP(); got != want {
		t.Errorf("got %q", got)
	}
}

func TestSelect(t *testing.T) {
	r := NewRegistry(few())
	for _, c := range []struct {
		sel  Select
		want string
	}{
		{Select{}, ""},
		{Select{ReadOnly: true, Stages: []string{"edit"}, Limit: 3}, ""},
		{Select{All: true}, "read send tidy write"},
		{Select{All: true, Limit: 2}, "read send"},
		{Select{All: true, Limit: 9}, "read send tidy write"},
		{Select{All: true, Stages: []string{"ship"}}, "read send"},
		{Select{All: true, Stages: []string{"ship", "edit"}}, "read send tidy write"},
		{Select{All: true, ReadOnly: true}, "read"},
		{Select{Names: []string{"write", "none", "read"}}, "read write"},
		{Select{Names: []string{"send"}, Groups: []string{"notes", "none"}}, "read send write"},
		{Select{Groups: []string{"all"}}, "read"},
		{Select{Profile: "workflow"}, "tidy"},
		{Select{Profile: "workflow", Names: []string{"read"}}, "read tidy"},
		{Select{Profile: "editor"}, "read write"},
		{Select{Profile: "editor", Limit: 1}, "read"},
		{Select{Profile: "none"}, ""},
	} {
		v := r.View(c.sel)
		if got := shown(v); got != c.want {
			t.Errorf("%+v: got %q, want %q", c.sel, got, c.want)
		}
		if again := r.View(c.sel); again != v {
			t.Errorf("%+v is another view the second time", c.sel)
		}
		if got := v.Select(Select{All: true}); got.Hash() != v.Hash() {
			t.Errorf("%+v: all of it is another view", c.sel)
		}
	}
	if got := shown(r.View(Select{Groups: []string{"notes"}}).Select(Select{Profile: "workflow", Names: []string{"write"}})); got != "write" {
		t.Errorf("a view of a view shows %q", got)
	}
}

func TestCheck(t *testing.T) {
	r := NewRegistry(few())
	for _, c := range []struct {
		sel  Select
		want string
	}{
		{Select{}, ""},
		{Select{Names: []string{"read"}, Groups: []string{"notes"}, Stages: []string{"ship"}, Profile: "editor"}, ""},
		{Select{Names: []string{"reed"}, Groups: []string{"none"}, Stages: []string{""}}, "there is no tool \"reed\"\nthere is no group \"none\"\nthere is no stage \"\""},
		{Select{Profile: "edit"}, `there is no profile "edit"`},
	} {
		err := r.Check(c.sel)
		if err == nil && c.want != "" || err != nil && err.Error() != c.want {
			t.Errorf("%+v: %v, want %s", c.sel, err, c.want)
		}
	}
}

// Two keys are equal for equal selections alone, however names are cut.
func TestKeysOfSelections(t *testing.T) {
	seen := map[string]Select{}
	for _, s := range []Select{
		{}, {All: true}, {ReadOnly: true}, {Limit: 1}, {Limit: 11}, {Names: []string{"a", "b"}}, {Names: []string{"ab"}}, {Names: []string{`a""b`}},
		{Groups: []string{"a", "b"}}, {Groups: []string{"a;b"}}, {Names: []string{"a"}, Groups: []string{"b"}}, {Profile: "a"}, {Stages: []string{"a"}},
		{Names: []string{""}}, {Groups: []string{""}},
	} {
		if other, twice := seen[s.key()]; twice {
			t.Errorf("%+v and %+v have the key %s", s, other, s.key())
		}
		seen[s.key()] = s
	}
}

// The hash is of what is shown, in no order, and of nothing else.
func TestHash(t *testing.T) {
	hash := func(change func(*Contents)) string {
		c := few()
		change(&c)
		return NewRegistry(c).Hash()
	}
	same := hash(func(*Contents) {})
	if len(same) != 12 || strings.Trim(same, "0123456789abcdef") != "" {
		t.Errorf("the hash is %q", same)
	}
	for name, change := range map[string]func(*Contents){
		"order":          func(c *Contents) { c.Tools[0], c.Tools[2] = c.Tools[2], c.Tools[0] },
		"unused group":   func(c *Contents) { delete(c.Groups, "none") },
		"unused profile": func(c *Contents) { c.Profiles = nil },
	} {
		if hash(change) != same {
			t.Errorf("%s changes the hash", name)
		}
	}
	for name, change := range map[string]func(*Contents){
		"line":        func(c *Contents) { c.Tools[0].Line = "(a)" },
		"sentence":    func(c *Contents) { c.Tools[0].Description = "It writes." },
		"description": func(c *Contents) { c.Tools[0].About, c.Tools[0].Description = "", "\n" },
		"parameters":  func(c *Contents) { c.Tools[0].Input = "{}" },
		"hint":        func(c *Contents) { c.Tools[0].ReadOnly = true },
		"stage":       func(c *Contents) { c.Tools[0].Stage = "" },
		"group":       func(c *Contents) { c.Tools[0].Groups = nil },
		"about group": func(c *Contents) { c.Groups["notes"] = "Notes." },
		"less":        func(c *Contents) { c.Tools = c.Tools[1:] },
	} {
		if hash(change) == same {
			t.Errorf("%s does not change the hash", name)
		}
	}
}

// A server can be asked for any number of views, and keeps a bounded number.
func TestViewsAreBounded(t *testing.T) {
	r := NewRegistry(few())
	for i := range 5 * maxViews {
		v := r.View(Select{Names: []string{"read", fmt.Sprint(i)}})
		if shown(v) != "read" || v != r.View(Select{Groups: []string{"all"}}) {
			t.Fatalf("view %d shows %q, or is not the view of its hash", i, shown(v))
		}
	}
	for _, kept := range []*recent{&r.selected, &r.views} {
		if len(kept.views) > maxViews || len(kept.order) > maxViews {
			t.Errorf("%d views, %d keys", len(kept.views), len(kept.order))
		}
	}
}

// unknownNames are what help says of names of a letter.
func unknownNames(letters string) (lines []string) {
	for _, name := range letters {
		lines = append(lines, fmt.Sprintf("# there is no tool or group %q\n", string(name)))
	}
	return lines
}

// What is found has the same legend as help, and is in the order of the search.
func TestFound(t *testing.T) {
	c := few()
	c.Tools[0].Line = "(text?)"
	v := NewRegistry(c).All()
	for query, want := range map[string]string{
		"write":      "# x? optional, no type: str, ! changes something\n! write(text?)\n! send()\n",
		"read notes": "# x? optional, no type: str, ! changes something\nread()\n! write(text?)\n",
		"xyzzy":      "nothing; help lists what there is",
	} {
		if got := v.Found(query, 8); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
}

func TestHelp(t *testing.T) {
	c := few()
	c.Tools[0].Line = "(text tags?:str[])"
	c.Tools[0].Description = "Write writes\na note. It is e.g. kept. For ever.\n\nNobody reads it."
	c.Tools[0].Input = `{"type":"object","properties":{"text":{"type":"string","description":"what to\nwrite","pattern":"^\\w+\n$"},
		"tags":{"type":"array","uniqueItems":true,"items":{"type":"string","description":"a word"}},"plain":{"type":"integer"},
		"by":{"oneOf":[{"properties":{"kind":{"const":"a","description":"which"},"name":{"description":"of a person"}}},{"properties":{"kind":{"const":"b","description":"which"}}}]},
		"node":{"$ref":"#/$defs/Node"},"more":{"type":"object","additionalProperties":{"description":"anything"}},"odd":true,"other":{"items":false}},
		"$defs":{"Node":{"description":"A node.","properties":{"v":{"description":"its value"},"next":{"$ref":"#/$defs/Node"}}}}}`
	v := NewRegistry(c).All()
	const legend = "# x? optional, no type: str, T[] list, ! changes something\n"
	write := "! write(text tags?:str[]): Write writes a note.\n" +
		"  It is e.g. kept. For ever. Nobody reads it.\n" +
		"  text: what to write (pattern \"^\\\\w+\\n$\")\n" +
		"  tags: (no two equal)\n  tags[]: a word\n" +
		"  by.kind: which\n  by.name: of a person\n" +
		"  node: A node.\n  node.v: its value\n  node.next: A node.\n" +
		"  more.*: anything\n"
	for ask, want := range map[string]string{
		"write":                  legend + write,
		"read":                   "read()\n",
		"send":                   "# ! changes something\n! send()\n",
		"notes":                  legend + "# notes: What was written down.\nread()\n" + write,
		"write notes write":      legend + write + "# notes: What was written down.\nread()\n",
		"":                       "# ! changes something\n# all\nread\n# notes: What was written down.\nread\n! write\n# workflow\n! tidy\n# other\n! send\n",
		"writ":                   `there is no tool or group "writ"; near it are write send`,
		"none writ":              `there is no tool or group "none"; there is no tool or group "writ"; near it are write send`,
		"none read none":         "read()\n# there is no tool or group \"none\"\n",
		"read 1 2 3 4 5 6 7 8 9": "read()\n" + strings.Join(unknownNames("12345678"), "") + "# there are more unknown names\n",
	} {
		got, err := v.Help(strings.Fields(ask)...)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("help %s:\n got %s\nwant %s", ask, got, want)
		}
	}
	if _, err := v.Select(Select{Names: []string{"send"}}).Help("write"); err == nil || err.Error() != `there is no tool or group "write"; near it are send` {
		t.Errorf("help tells of a tool that is not shown: %v", err)
	}
	if params := (&Tool{Input: "{"}).Params(); params != nil {
		t.Error(params)
	}
}
