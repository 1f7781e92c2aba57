package program

import (
	"strings"
	"testing"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// What a model writes that knows other notations, and all that is said of it
// once the tools are known, too: one round of corrections is enough, and no error
// is but a consequence of another.
func TestOneRound(t *testing.T) {
	const label = "line 1, column 1: a call begins with a label and a colon; write "
	const noCall = `line 1, column 1: this is no call; write calls alone, such as a: forecast city="Oslo", and # in front of remarks`
	for text, want := range map[string]string{
		`a = forecast city="x"`:                            label + `a: forecast city="x"`,
		`a=forecast city="x"`:                              label + `a: forecast city="x"`,
		`a := forecast  city="x"`:                          label + `a: forecast city="x"`,
		"let a = forecast city=\"x\"\nb: chart rows=$a":    label + `a: forecast city="x"`,
		`$a: forecast city="x"`:                            label + `a: forecast city="x"`,
		`'a': forecast city="x"`:                           label + `a: forecast city="x"`,
		`- a: forecast city="x"`:                           label + `a: forecast city="x"`,
		`* forecast city="x"`:                              label + `a: forecast city="x"`,
		"1. forecast city=\"x\"\n2) chart rows=$1":         label + "1: forecast city=\"x\"\nline 2, column 1: a call begins with a label and a colon; write 2: chart rows=$1",
		`Step 2: forecast city="x"`:                        label + `2: forecast city="x"`,
		`call forecast city="x"`:                           label + `a: forecast city="x"`,
		`a forecast city="x"`:                              label + `a: forecast city="x"`,
		`forecast(city="x", days=3)`:                       label + `a: forecast city="x" days=3`,
		"getNothing\na: getNothing":                        label + "b: getNothing",
		`forecast city="` + strings.Repeat("x", 200) + `"`: label + "a: forecast …",
		"Here is the program:\na: getNothing":              noCall,
		"Sure, let me do that.":                            noCall,
		`{"tool": "forecast"}`:                             noCall,
		"a.b: getItems\nb: getTotal rows=$x":               "line 1, column 1: a.b is no label; labels are letters, digits, _ and -",
		"a: forecast\n  city=\"x\"\n  days=5":              "line 2, column 3: an argument stands on the line of its call; write it there, behind the tool and a blank",

		`a: forecast(city='x', days=30)`:       "line 1, column 12: arguments stand without parentheses; write a: forecast …\nline 1, column 18: ' begins no JSON string; write \"x\"\nline 1, column 28: days: want an integer from 1 to 14, got 30",
		`a: forecast {"city":"x","days":3}`:    `line 1, column 13: {"city":"x","days":3} has no name; write city="x" days=3`,
		`a: getTree {"v":1,"kids":[]}`:         `line 1, column 12: {"v":1,"kids":[]} has no name; write root={"v":1,"kids":[]}`,
		`a: forecast "x" 30`:                   "line 1, column 13: \"x\" has no name; write city=\"x\"\nline 1, column 17: 30 has no name; write days=30\nline 1, column 17: days: want an integer from 1 to 14, got 30",
		`a: forecast 'x'`:                      "line 1, column 13: ' begins no JSON string; write \"x\"\nline 1, column 13: 'x' has no name; write city=VALUE",
		`a: getNothing 5`:                      `line 1, column 15: 5 has no name; getNothing takes no more`,
		`a: getText s="x", flag=true, on=true`: "line 1, column 17: arguments are not separated by commas; write a blank",
		`a: forecast city: "x", days: 5`:       "line 1, column 17: an argument is written with =; write city=\"x\"\nline 1, column 22: arguments are not separated by commas; write a blank\nline 1, column 28: an argument is written with =; write days=5",
		`a: forecast city= "x" days = 5`:       "line 1, column 17: no blank stands behind =; write city=\"x\"\nline 1, column 27: no blank stands before =; write days=5",
		`a: forecast city= days=15`:            "line 1, column 18: a value is missing; write JSON, a handle such as #R1, or a reference such as $a\nline 1, column 24: days: want an integer from 1 to 14, got 15",

		"a: forecast city=\"x\" days=1; b: chart rows=$a;\nc: notify user=$b.url": "line 1, column 28: ; ends no call; write one call a line\nline 1, column 46: ; ends no call; write one call a line",
		`help forecast; a: getNothing`:                                            `line 1, column 14: ; ends no call; write one call a line`,
		"a: notify user=\"x\ny\" text=1":                                          "line 1, column 16: this string does not end on its line; write \\n for a line break\nline 2, column 9: text: want text, got 1; write \"1\"",
		"a: notify user=\"x\nb: chart rows=1":                                     `line 1, column 16: this string does not end on its line; write \n for a line break`,
		`a: notify user="a "b" c"`:                                                `line 1, column 22: a blank is missing before b"; write \" for a quote in a string`,
		`a: forecast city=New York days=15`:                                       "line 1, column 18: New York is no value; text stands in double quotes: \"New York\"\nline 1, column 32: days: want an integer from 1 to 14, got 15",
		`a: forecast city="x" days=five`:                                          `line 1, column 27: five is no value; want an integer from 1 to 14`,
		`a: getTotal rows=[{a:1},{'a':2}]`:                                        `line 1, column 20: the name of a member stands in double quotes; write "a"`,
		`a: getText s='it's' flag=yes`:                                            "line 1, column 14: ' begins no JSON string; write \"it's\"\nline 1, column 26: yes is no JSON; write true, or \"yes\" for text",

		`a: getSum h="#R1"`:                           `line 1, column 13: h: want a handle of kind range, got "#R1"; write #R1 without quotes`,
		`a: getSum h="R1"`:                            `line 1, column 13: h: want a handle of kind range, got "R1"; write #R1`,
		`a: getSum h=R1`:                              `line 1, column 13: R1 is no value; write #R1`,
		"a: load path=\"x\"\nb: getSum h=a":           `line 2, column 13: a is no value; write $a`,
		"a: getItems\nb: getTotal rows=a.items":       `line 2, column 18: a.items is no value; write $a.items`,
		"a: getItems\nb: getTotal rows=\"$a.items\"":  `line 2, column 18: rows: want a list, got "$a.items"; write $a.items without quotes`,
		"a: getItems\nb: getTotal rows=$a[\"items\"]": `line 2, column 20: this is no path; write $a."items"`,
		`a: forecast city=#FF0000`:                    `line 1, column 18: there is no handle #FF0000; for text, write "#FF0000"`,
		`a: getSum h=#R1.rows`:                        `line 1, column 16: a handle is passed whole; only references such as $a.rows have a path`,

		"a: nosuch x=1\nb: forecast city='x'\nc: notify user=$b.nope\nd: chart rows=$q": "line 1, column 4: there is no tool nosuch; write find QUERY to look for one\nline 2, column 18: ' begins no JSON string; write \"x\"\n" +
			"line 3, column 16: $b.nope: there is no member nope; members: summary, highs, place\nline 4, column 15: no call above has the label q; labels above: a, b, c",
		"a: forecast dais=1 city=\"x\"]\nb: chart rows=$a": "line 1, column 13: forecast has no parameter dais; did you mean days?\nline 1, column 28: ] closes nothing",
		"é\nb: chart rows=$a":                              noCall,
	} {
		p, _ := Parse(text, Limits{})
		err := p.Check(tools(t), kinds)
		if err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
		if _, err := p.Run(t.Context(), &fake{}, Options{}); err == nil {
			t.Errorf("%q runs", text)
		}
	}
}

// A list is wanted, and what stands there is one of its elements.
func TestElementForList(t *testing.T) {
	sig, err := planner.ParseSignature("(tags:str[])")
	if err != nil {
		t.Fatal(err)
	}
	p, err := Parse(`a: x tags="a"`, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	want := `line 1, column 11: tags: want a list, got "a"; write ["a"]`
	if err := p.Check(NewTools(Tool{Name: "x", Signature: sig}), nil); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
