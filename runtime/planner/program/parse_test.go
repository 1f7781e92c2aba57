package program

import (
	"strings"
	"testing"
)

// What is accepted, and how it prints back.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		`a: forecast city="Oslo" days=5`: ``,
		"a: getNothing":                  ``,
		"1: open code=\"007\" tab=\"3\"": ``,
		"a-1: x\r\nb_2: y q=$a-1\r\n":    "a-1: x\nb_2: y q=$a-1",
		"\n# a comment\n// another\n  a:   x\ty=1  # why\nb: x // end\n#": "a: x y=1\nb: x",
		"```mcp\na: x\n```":                                         "a: x",
		"a: x v={ \"k\" : [ 1 ,\n\t2 ] }\nb: x":                     "a: x v={\"k\":[1,2]}\nb: x",
		`a: x v=[]  w={}  n=null t=true f=-0.5e+3`:                  `a: x v=[] w={} n=null t=true f=-0.5e+3`,
		`a: x h=#R1 l=[#R1,{"k":#T-2}]`:                             ``,
		"a: x\nb: y v=$a.rows.0.\"odd name\".n w={\"k\":[$a,$a.x]}": ``,
		`a: x s="x, y=1) ]\n\"q\" \\ $b #T1 # // "`:                 ``,
		`a: "odd tool" "odd name"=1 $skip=2 a.b=3`:                  ``,
		"help forecast weather":                                     ``,
		"help a, b,c , d":                                           "help a b c d",
		"a : x y=1\nhelp : x\nfind\t: y":                            "a: x y=1\nhelp: x\nfind: y",
		"a:x":                                                       "a: x",
		"find charts of # sales // x":                               ``,
		`find "charts"`:                                             `find charts`,
		`find "\"q\" é"`:                                            `find "\"q\" é"`,
		`help: x`:                                                   ``,
		`find: x a=1`:                                               ``,
		"a: x v={\"a\":1,\"b\":{\"a\":1}}":                          ``,
		"a: x v=\"\\u00e9\\ud83d\\ude00\"":                          ``,
	} {
		p, err := Parse(text, Limits{})
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if want == "" {
			want = text
		}
		if got := strings.TrimSuffix(p.String(), "\n"); got != want {
			t.Errorf("%q prints as\n%q, want\n%q", text, got, want)
		}
		again, err := Parse(p.String(), Limits{})
		if err != nil || again.String() != p.String() {
			t.Errorf("%q does not come back: %v", p.String(), err)
		}
	}
}

// A string is opaque to whatever splits a program.
func TestStringsAreOpaque(t *testing.T) {
	p, err := Parse(`a: save path="/srv/a.txt" body="x, y=1) ]\n\"q\" \\ $b #T1" n=2`, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.args) != 3 || p.name(&p.args[1]) != "body" || unquote(p.piece(p.args[1].value)) != "x, y=1) ]\n\"q\" \\ $b #T1" || p.piece(p.args[2].value) != "2" {
		t.Errorf("%+v", p.args)
	}
	if len(p.holes) != 0 {
		t.Error("a reference was seen inside a string")
	}
}

// Every error has its place and says what to write instead.
func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		`a: f a='x' b=True c=None`:    `line 1, column 8: ' begins no JSON string; write "x"` + "\nline 1, column 14: True is no JSON; write true, or \"True\" for text\nline 1, column 21: None is no JSON; write null, or \"None\" for text",
		`a: f b=True`:                 `line 1, column 8: True is no JSON; write true, or "True" for text`,
		`a: f b=[None]`:               `line 1, column 9: None is no JSON; write null, or "None" for text`,
		`a: open code=007 tab=3`:      `line 1, column 14: 007 is no JSON number; text stands in double quotes: "007"`,
		`a: f d=2024-01-05`:           `line 1, column 8: 2024-01-05 is no JSON number; text stands in double quotes: "2024-01-05"`,
		`a: f d=Oslo`:                 `line 1, column 8: Oslo is no value; text stands in double quotes: "Oslo"`,
		`a: f é="x" d=“Oslo”`:         `line 1, column 6: a name is missing; an argument is written name=value`,
		`a: f s="é" d=“Oslo”`:         `line 1, column 14: “ begins no JSON string; write "Oslo"`,
		"a: f d=`x`":                  "line 1, column 8: ` begins no JSON string; write \"x\"",
		`a: f d=NaN`:                  `line 1, column 8: NaN is no JSON; JSON numbers are finite`,
		`a: f d=+5`:                   `line 1, column 8: +5 is no JSON number; write 5`,
		`a: f d=1.`:                   `line 1, column 8: 1. is no JSON number; text stands in double quotes: "1."`,
		`a: f d=`:                     `line 1, column 8: a value is missing; write JSON, a handle such as #R1, or a reference such as $a`,
		`a: f d`:                      `line 1, column 6: d has no value; an argument is written name=value, and text in double quotes`,
		`a: f d: 1`:                   `line 1, column 7: an argument is written with =; write d=1`,
		`a: f d = 1`:                  `line 1, column 7: no blank stands before =; write d=1`,
		`a: f d==1`:                   `line 1, column 7: one = is enough; write d=1`,
		`a: f a=1, b=2`:               `line 1, column 9: arguments are not separated by commas; write a blank`,
		`a: f(a=1)`:                   `line 1, column 5: arguments stand without parentheses; write a: f a=1`,
		`forecast city="Oslo"`:        `line 1, column 1: a call begins with a label and a colon; write a: forecast city="Oslo"`,
		`a b`:                         `line 1, column 1: a call begins with a label and a colon; write a: b`,
		`a:`:                          `line 1, column 3: the tool is missing; write a: TOOL name=value`,
		`a.b: f`:                      `line 1, column 1: a.b is no label; labels are letters, digits, _ and -`,
		`a: f #R1`:                    `line 1, column 6: #R1 has no name; write name=#R1`,
		`a: f "x"`:                    `line 1, column 6: "x" has no name; write name="x"`,
		`a: f $b`:                     "line 1, column 6: $b has no name; write name=$b\nline 1, column 6: no call above has the label b; text that begins with $ stands in double quotes",
		`a: f h=#`:                    `line 1, column 8: an id is missing behind #; a handle is written like #R1`,
		`a: f h=#R1.rows`:             `line 1, column 11: a handle is passed whole; only references such as $a.rows have a path`,
		"a: x\nb: f h=$a[0]":          `line 2, column 10: this is no path; write $a.0`,
		"a: x\nb: f h=$a.é":           `line 2, column 11: a member or an index is missing behind the point; write $a.rows.0, and members with other characters like $a."odd name"`,
		"a: x\nb: f h=$a.b$":          `line 2, column 12: the reference $a.b does not end here; write members with other characters like $a."odd name"`,
		"a: x\nb: f h=$":              `line 2, column 8: a label is missing behind $; a reference is written like $a or $a.rows.0`,
		`a: f h=$b`:                   `line 1, column 8: no call above has the label b; text that begins with $ stands in double quotes`,
		"data: x\nb: f h=$dta":        `line 2, column 8: no call above has the label dta; did you mean data?`,
		"a: f h=$b\nb: x":             `line 1, column 8: $b stands before the call that it refers to; a reference is to a call above`,
		`a: f h=$a`:                   `line 1, column 8: $a stands before the call that it refers to; a reference is to a call above`,
		"a: x\na: y":                  `line 2, column 4: the label a is taken by line 1; every call has a label of its own`,
		`a: f x={"k":1,"\u006b":2}`:   `line 1, column 8: the member "k" stands twice in this object`,
		`a: f x={k:1}`:                `line 1, column 9: the name of a member stands in double quotes; write "k"`,
		`a: f x={"k" 1}`:              `line 1, column 13: want : behind the name of a member`,
		`a: f x=[1,]`:                 `line 1, column 11: a value is missing before ]; no comma stands before a closing bracket`,
		`a: f x=[1 2]`:                `line 1, column 11: the bracket opened in line 1, column 8, is not closed here; write , or ]`,
		"a: f x=[1,\nb: g":            `line 2, column 1: the bracket opened in line 1, column 8, is not closed here; write , or ]`,
		"a: f x=[1\nb: g\nc: h y='z'": "line 2, column 1: the bracket opened in line 1, column 8, is not closed here; write , or ]\nline 3, column 8: ' begins no JSON string; write \"z\"",
		`a: f x="abc`:                 `line 1, column 8: this string does not end; write " at its end`,
		"a: f x=\"abc\nb: x":          `line 1, column 8: this string does not end on its line; write \n for a line break`,
		`a: f x="\d"`:                 `line 1, column 9: this escape is not JSON; write \\ for a backslash`,
		`a: f x="\u00g0"`:             `line 1, column 9: want four hexadecimal digits behind \u`,
		"a: f x=\"\t\"":               `line 1, column 9: a control character stands in a string; write \u0009`,
		`a: f x=1]`:                   `line 1, column 9: ] closes nothing`,
		`a: f x="1"]`:                 `line 1, column 11: ] closes nothing`,
		`"a": f`:                      `line 1, column 1: a call begins with a label and a colon; write a: f`,
		`"":`:                         `line 1, column 1: this is no call; write calls alone, such as a: forecast city="Oslo", and # in front of remarks`,
		`find`:                        `line 1, column 5: the query is missing; write find QUERY, in words`,
		``:                            `line 1, column 1: the program is empty; write a call, such as a: forecast city="Oslo"`,
		"# only\n":                    `line 1, column 1: the program is empty; write a call, such as a: forecast city="Oslo"`,
		"a: f x=\xff":                 `line 1, column 8: the text is no UTF-8`,
	} {
		_, err := Parse(text, Limits{})
		if err == nil {
			t.Errorf("%q is accepted", text)
			continue
		}
		if err.Error() != want {
			t.Errorf("%q:\n got %s\nwant %s", text, err, want)
		}
	}
}

func TestLimits(t *testing.T) {
	for name, text := range map[string]string{
		"more than 20 bytes":             strings.Repeat("#", 21),
		"more than 2 calls":              "a: x\nb: x\nc: x\n",
		"more than 3 levels of brackets": "a: x v=[[[[1]]]]",
	} {
		if _, err := Parse(text, Limits{Bytes: 20, Calls: 2, Depth: 3}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var many strings.Builder
	for range 50 {
		many.WriteString("not a call\n")
	}
	_, err := Parse(many.String(), Limits{})
	if errs, ok := err.(Errors); !ok || len(errs) != maxErrors+1 || errs[maxErrors].Error() != "and 42 more" {
		t.Errorf("%v", err)
	}
}
