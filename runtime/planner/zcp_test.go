package planner

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// What a line says of a tool, a line in the style of ZCP says as well.
func TestZCPIsLossless(t *testing.T) {
	lines := []string{
		`(city days?:int(1..14)=3 unit?:celsius|fahrenheit) -> {summary highs:num[]}`,
		`()`,
		`(path) -> #range`,
		`(h:#range?) -> #range?`,
		`(a:int8 b?:uint16(..9)=1 c:num(>0..<1%0.1) d:str@email(1..9) e:str(3) f:time?) -> content`,
		`("odd name":"a,b"|"c d"|x|1|true g?:{a:int b?:str=y}[1..2]={"a":1} h:(a|b)?[] i:(a|b)[3]?[])`,
		`(m:{*:int} k:{*a|b:str[]} n:{*int8:bool?} s:{kind:a v:int}|{kind:b} t:({kind:a}|{kind:b})[]) -> any`,
		`(root:@Node({v:int kids:@Node[]}) q?:str@int=",") -> @Tree({v kids:@Tree[]})`,
		`(x:str~"true"|"content"|a|handle y?:int~1|2=1) -> {a:bool}|{b:bytes}`,
		`(name?="handle" other?="str, \u0085 ; ")`,
	}
	var tools []ZCPTool
	for i, line := range lines {
		sig, err := ParseSignature(line)
		if err != nil {
			t.Fatal(line, err)
		}
		tools = append(tools, ZCPTool{Name: []string{"tool.", "3", "two words ("}[i/2%3] + strings.Repeat("x", i+1), Signature: sig, About: []string{"", "Does ; this, and that."}[i%2]})
	}
	text := RenderZCP(tools)
	if strings.Count(text, "\n") != len(lines) {
		t.Errorf("one tool is one line:\n%s", text)
	}
	got, err := ParseZCP(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for i := range tools {
		if !reflect.DeepEqual(got[i], tools[i]) {
			t.Errorf("%s became\n%s\nand then %+v", lines[i], strings.Split(text, "\n")[i], got[i])
		}
	}
	first := `TOOL @1 tool.x(city:str,days?:int(1..14)=3,unit?:celsius|fahrenheit) -> {summary:str,highs:num[]}`
	if got, _, _ := strings.Cut(text, "\n"); got != first {
		t.Errorf("%s\nwant\n%s", got, first)
	}
	if third := strings.Split(text, "\n")[2]; third != `TOOL @3 "3xxx"(path:str) -> handle range` {
		t.Error(third)
	}
}

func TestEverySignatureReadsBackFromZCP(t *testing.T) {
	for seed := range uint64(1_000) {
		r := newRandom(seed)
		var tools []ZCPTool
		for range r.IntN(4) {
			tools = append(tools, ZCPTool{Name: r.toolName(), Signature: r.signature(), About: r.pick("", "Does ; it: &a -> b.")})
		}
		text := RenderZCP(tools)
		back, err := ParseZCP(text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if diff := cmp.Diff(tools, back, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("seed %d: %s\n%s", seed, text, diff)
		}
	}
}

func TestZCPErrors(t *testing.T) {
	for text, want := range map[string]string{
		"TOOL @2 x()":          `line 1: want "TOOL @1 " at byte 0`,
		"TOOL @1 x":            `line 1: want "(" at byte 9`,
		"TOOL @1 ()":           `line 1: want a name at byte 8`,
		"TOOL @1 x(a:int b)":   `line 1: want "," at byte 15`,
		"TOOL @1 x() ; a\rb":   "line 1: a line break in the sentence at byte 15",
		"TOOL @1 x() -> int !": `line 1: there is more than a signature at byte 18`,
	} {
		if _, err := ParseZCP(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func FuzzZCP(f *testing.F) {
	f.Add("TOOL @1 x(a:int,b?:str=\",\") -> handle range ; about\n")
	f.Add("TOOL @1 x(a:@N({k:@N[]}),b:a|b) -> {a:str}|{b:num?}")
	f.Fuzz(func(t *testing.T, text string) {
		tools, err := ParseZCP(text)
		if err != nil {
			return
		}
		again, err := ParseZCP(RenderZCP(tools))
		if err != nil || !reflect.DeepEqual(tools, again) {
			t.Fatalf("%q prints as %q: %v", text, RenderZCP(tools), err)
		}
	})
}
