package program

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// What a program costs grows with its length, whatever is in it.
func TestHostilePrograms(t *testing.T) {
	for name, text := range map[string]string{
		"unknown labels":    "a: chart rows=[" + strings.Repeat("$zzzzzzzz,", 6000) + "1]",
		"unknown members":   `a: getTree root={` + unlike(6000) + `"v":1,"kids":[]}`,
		"unknown arguments": "a: getLoose " + strings.Repeat("zzzz=1 ", 9000),
		"references":        "a: getItems\nb: chart rows=[" + strings.Repeat("$a,", 16000) + "1]",
		"deep references":   "a: getItems\nb: chart rows=" + strings.Repeat("[", 99) + strings.Repeat("$a,", 16000) + "1" + strings.Repeat("]", 99),
		"deep unions":       "a: getShape shape=" + strings.Repeat(`{"kind":`, 99) + "1" + strings.Repeat("}", 99),
		"open brackets":     "a: chart rows=" + strings.Repeat("[", 60000),
		"bad lines":         strings.Repeat("a: x y='\n", 7000),
		"open lists":        strings.Repeat("a: x y=[\n", 7000),
		"quotes":            "a: x y=" + strings.Repeat(`"\"`, 20000),
		"long number":       "a: getNumbers d=1" + strings.Repeat("0", 60000) + "e99999999999999",
		"long path":         "a: getLoose\nb: chart rows=$a" + strings.Repeat(".x", 30000),
		"help":              "help " + strings.Repeat("x ", 30000),
		"no labels":         strings.Repeat("x y=[1,\n", 8000),
		"prose":             strings.Repeat("x y z\n", 10000),
		"broken strings":    strings.Repeat("a: x y=\"z\n", 6000) + "\"",
		"indexes":           "a: x y=[" + strings.Repeat("$a[0],", 10000) + "1]",
		"other quotes":      "a: x y=" + strings.Repeat("'z", 30000),
		"bare words":        "a: x y=" + strings.Repeat("z ", 30000),
		"arguments below":   "a: x\n" + strings.Repeat("y=1\n", 15000),
		"no names":          "a: getLoose " + strings.Repeat(`{"a":1} `, 7000),
		"one line":          strings.Repeat("a: x;", 12000),
	} {
		start := time.Now()
		p, err := Parse(text, Limits{})
		if err == nil {
			err = p.Check(tools(t), kinds)
		}
		if err == nil {
			host := &fake{answer: map[string]func(context.Context, Invocation) (Outcome, error){
				"getItems": gives(`{"items":[{"a":1}]}`),
				"chart":    fails(&Failure{Code: "x", Message: "y", Pointers: []string{"/rows/15999", "/rows/2/x", "/rows"}}),
			}}
			if _, err = p.Run(t.Context(), host, Options{}); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if took := time.Since(start); took > 500*time.Millisecond {
			t.Errorf("%s: took %s", name, took)
		}
	}
}

// unlike returns members with different names.
func unlike(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(`"` + planner.Word(strings.Repeat("z", i%7)+string(rune('a'+i%26))+string(rune('a'+i/26%26))+string(rune('a'+i/676))) + `":1,`)
	}
	return b.String()
}
