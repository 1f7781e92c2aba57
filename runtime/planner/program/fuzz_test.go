package program

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// Whatever comes, reading and checking a program does not panic; what is accepted
// prints back, reads as the same, and can be run. What is not can be printed,
// too, the check reports as much as the reader or more, and the calls that hints
// tell to write are read.
func FuzzProgram(f *testing.F) {
	for _, seed := range []string{
		"a: forecast city=\"Oslo\" days=5\nb: chart rows={\"k\":[$a, $a.highs.0]}\n", "a: load path=\"x\"\nb: getSum h=$a\nc: chart rows=#R1",
		"help a b\nfind x # y\n```\n", "a: f x='y' # no\r\n", "a: f \"odd name\"=$a.\"x y\".0", "CALL @1 forecast city=\"x\"\nCALL @2 chart rows=$1", "a: f x=[1,\nb: g",
		`a: getShape shape={"kind":$a}`, `a: getTree root={"v":1e2,"kids":[{}]}`, "let a = f(x=1, 'y', [z])\n1. g {\"k\": $a}; é", "CALL @1 forecast(city=\"x\")\nnone\nCALL @1 forecast city=$1", "\xff", "“", "a: f x={\"a\":1,\"a\":2}",
	} {
		f.Add(seed)
	}
	for _, seed := range accepted {
		f.Add(seed)
	}
	for seed := range refused {
		f.Add(seed)
	}
	all := tools(f)
	f.Fuzz(func(t *testing.T, text string) {
		for _, read := range []func(string, Limits) (*Program, error){Parse, ParseZCP} {
			p, err := read(text, Limits{Bytes: 4096})
			if err != nil {
				oneLineEach(t, err)
				all := p.Check(all, kinds)
				oneLineEach(t, all)
				if len(all.(Errors)) < len(err.(Errors)) {
					t.Fatalf("%q: %v\nis checked as\n%v", text, err, all)
				}
				if again, err := read(p.String(), Limits{}); again.String() != p.String() {
					t.Fatalf("%q prints as %q: %v", text, p, err)
				}
				hintsAreRead(t, err.(Errors))
				continue
			}
			again, err := read(p.String(), Limits{})
			if err != nil || again.String() != p.String() || len(again.Statements) != len(p.Statements) {
				t.Fatalf("%q prints as %q: %v", text, p, err)
			}
			if err := p.Check(all, kinds); err != nil {
				oneLineEach(t, err)
				continue
			}
			r, err := p.Run(t.Context(), &fake{values: map[string]string{"R1": "[{}]"}}, Options{Parallel: 2})
			if err != nil || !utf8.Valid(r.Append(nil)) {
				t.Fatalf("%q: %v\n%q", text, err, r)
			}
		}
	})
}

// hintsAreRead wants that whole calls in hints have no faults but for labels.
func hintsAreRead(t *testing.T, errs Errors) {
	for _, e := range errs {
		call, ok := strings.CutPrefix(e.Hint, "write ")
		if !ok || strings.HasSuffix(call, "…") || strings.Contains(call, "TOOL") || !strings.HasPrefix(e.Problem, "a call begins") && !strings.HasPrefix(e.Problem, "arguments stand without") {
			continue
		}
		read := Parse
		if strings.HasPrefix(call, "CALL ") {
			read = ParseZCP
		}
		_, err := read(call, Limits{})
		if errs, ok := err.(Errors); ok && !strings.Contains(errs[0].Problem, "label") && !strings.Contains(errs[0].Problem, "stands before the call") {
			t.Fatalf("%q is told to be written: %v", call, err)
		}
	}
}

// oneLineEach wants one line of text for every error.
func oneLineEach(t *testing.T, err error) {
	errs := err.(Errors)
	if lines := strings.Count(err.Error(), "\n") + 1; lines != len(errs) || !utf8.ValidString(err.Error()) && utf8.ValidString(errs[0].Problem) {
		t.Fatalf("%d errors, %d lines:\n%q", len(errs), lines, err)
	}
}

// Literals are those of encoding/json, but for names that stand twice and for
// text that is no UTF-8, and reach the tool with the same meaning.
func FuzzLiterals(f *testing.F) {
	for _, seed := range []string{
		`1`, `-0.5e+3`, `01`, `1.`, `"\u00e9\ud83d\ude00"`, `"\x"`, "\"\t\"", `[1, {"a": null}]`, `{"a":1,"a":2}`, `tru`, `[]]`, `{"a":[}`, ` 1 `, `"a`, `[1,]`, `{,}`, "\"\u2028\"", "1e999999",
		`{"\u0061":1,"a":2}`, `[[[[1]]]]`, `"#R1 $a"`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, literal string) {
		if !utf8.ValidString(literal) || strings.ContainsAny(literal, "$#/") || strings.TrimSpace(literal) != literal || strings.Count(literal, "{")+strings.Count(literal, "[") > 50 {
			return
		}
		p, err := Parse("a: getLoose v="+literal+"\nb: getNothing", Limits{})
		if err == nil && len(p.args) != 1 {
			return // the literal ended before the text
		}
		valid := json.Valid([]byte(literal))
		if (err == nil) != valid && (err == nil || !strings.Contains(err.Error(), "stands twice")) {
			t.Fatalf("%q: %v, valid %v", literal, err, valid)
		}
		if err != nil {
			return
		}
		if err := p.Check(tools(t), kinds); err != nil {
			t.Fatal(err)
		}
		host := &fake{}
		if _, err := p.Run(t.Context(), host, Options{}); err != nil {
			t.Fatal(err)
		}
		var got, want bytes.Buffer
		args := strings.TrimPrefix(host.record[0], "a getLoose")
		if host.record[0][0] == 'b' {
			args = strings.TrimPrefix(host.record[1], "a getLoose")
		}
		if json.Compact(&got, []byte(args)) != nil || json.Compact(&want, []byte(`{"v":`+literal+`}`)) != nil || got.String() != want.String() {
			t.Fatalf("%q became %s", literal, args)
		}
	})
}

// Following a path finds what encoding/json finds.
func FuzzFollow(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"b c":"\"]"}],"x":{"\u0061":null}}`), "a", 1)
	f.Add([]byte(` [ [ ] , "\\" , {} ] `), "b c", 2)
	f.Fuzz(func(t *testing.T, value []byte, name string, index int) {
		text := string(value)
		at := run(text, 0, space)
		if at < len(text) && text[at] == '{' {
			start, end := memberOf(text, at, name)
			var members map[string]json.RawMessage
			if json.Unmarshal(value, &members) != nil || !utf8.Valid(value) || strings.Contains(text, `\u`) {
				return // it has not panicked
			}
			if got, want := text[start:end], string(members[name]); strings.TrimSpace(got) != want && !twiceNamed(text) {
				t.Fatalf("%q of %s is %q, want %q", name, value, got, want)
			}
		} else if at < len(text) && text[at] == '[' {
			start, end, n := elementOf(text, at, index)
			var elements []json.RawMessage
			if json.Unmarshal(value, &elements) != nil {
				return
			}
			want := ""
			if index >= 0 && index < len(elements) {
				want = string(elements[index])
			} else if n != len(elements) {
				t.Fatalf("%s has %d elements, not %d", value, len(elements), n)
			}
			if got := text[start:end]; strings.TrimSpace(got) != want {
				t.Fatalf("element %d of %s is %q, want %q", index, value, got, want)
			}
		}
	})
}

// twiceNamed reports whether a name stands twice in an object: encoding/json
// takes the last, we the first.
func twiceNamed(text string) bool {
	s := scanner{faults: faults{text: strings.TrimSpace(text)}, most: 1000}
	s.value()
	return s.bad
}
