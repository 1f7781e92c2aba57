package program

import (
	"context"
	"strings"
	"testing"
)

// A program in both styles comes to the same calls and the same outcome.
func TestZCP(t *testing.T) {
	host := &fake{answer: map[string]func(context.Context, Invocation) (Outcome, error){
		"forecast": func(context.Context, Invocation) (Outcome, error) {
			return Outcome{JSON: []byte(`{"summary":"x","highs":[1,2]}`), Handle: "R1", Summary: "5 days,\n\"cold\""}, nil
		},
		"chart":  gives(`{"url":"u","owner":{"id":7,"name":"Ann"},"tags":{},"odd name":true}`),
		"notify": fails(&Failure{Code: "bad_argument", Message: "user: want string", Pointers: []string{"/user"}}),
	}}
	text := `
# a comment
CALL @1 forecast city="Oslo" days=5
CALL @2 chart rows={"all": [$1, $1.highs.1]}
CALL @3 notify user=$2.owner.name
CALL @3 notify user="x"
CALL @14 getNothing
HELP forecast
FIND charts
`
	p, err := ParseZCP(text, Limits{})
	if err == nil {
		err = p.Check(tools(t), kinds)
	}
	if err != nil {
		t.Fatal(err)
	}
	again, err := ParseZCP(p.String(), Limits{})
	if err != nil || again.String() != p.String() {
		t.Errorf("%v\n%s", err, p)
	}
	r, err := p.Run(t.Context(), host, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want(t, r.String(),
		`RET 1 #R1 summary="5 days, \"cold\""`,
		`RET 2 ok {"url":"u","owner":{"id":7,"name":"Ann"},"tags":{},"odd name":true}`,
		`ERR 3 bad_argument message="user: want string" from=$2.owner.name`,
		`ERR 4 not_run message="3 failed"`,
		`RET 5 ok`,
		"help for forecast", "and more", "found charts")
	if host.record[1] != `2 chart{"rows":{"all": [{"summary":"x","highs":[1,2]}, 2]}}` {
		t.Error(host.record)
	}
}

func TestZCPErrors(t *testing.T) {
	for text, want := range map[string]string{
		`a: forecast city="x"`:      `line 1, column 1: a is no statement; a line begins with CALL, HELP or FIND, such as CALL @3 forecast city="Oslo"`,
		`CALL forecast city="x"`:    `line 1, column 6: the number of the tool is missing; write CALL @NUMBER TOOL name=value`,
		`CALL @x forecast`:          `line 1, column 6: this is no number of a tool; write it as in the list of tools, such as @3`,
		`CALL @1`:                   `line 1, column 8: a blank is missing before the tool; write CALL @1 TOOL name=value`,
		`CALL @2 forecast city="x"`: `line 1, column 9: forecast is not tool @2; write @1 forecast`,
		`CALL @1 forecast city='x'`: `line 1, column 23: ' begins no JSON string; write "x"`,
		"CALL @2 chart rows=$1":     `line 1, column 20: $1 stands before the call that it refers to; a reference is to a call above`,
		"CALL @13 getItems\nCALL @1 forecast city=$1.items.0.a": `line 2, column 23: city: want text, got an integer (from $1.items.0.a)`,
	} {
		p, err := ParseZCP(text, Limits{})
		if err == nil {
			err = p.Check(tools(t), kinds)
		}
		if err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
}

// Everything that the tests of the other style check, checked in this one.
func TestZCPChecksAlike(t *testing.T) {
	all := tools(t)
	for _, text := range accepted {
		p, err := Parse(text, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		q, err := ParseZCP(asZCP(p, all), Limits{})
		if err == nil {
			err = q.Check(all, kinds)
		}
		if err != nil {
			t.Errorf("%s\n%v", asZCP(p, all), err)
		}
	}
	for text, want := range refused {
		p, err := Parse(text, Limits{})
		if err != nil || all.byName[p.Statements[len(p.Statements)-1].Tool] == nil {
			continue
		}
		q, err := ParseZCP(asZCP(p, all), Limits{})
		if err == nil {
			err = q.Check(all, kinds)
		}
		if err == nil || strings.Count(err.Error(), "\n") != strings.Count(want, "\n") {
			t.Errorf("%s\n got %v\nwant %s", asZCP(p, all), err, want)
		}
	}
}

// asZCP writes a program whose labels are letters in the other style.
func asZCP(p *Program, all *Tools) string {
	var b strings.Builder
	for i := range p.Statements {
		s := p.Statements[i]
		s.number = 1
		if tool := all.byName[s.Tool]; tool != nil {
			s.number = tool.number
		}
		b.WriteString(zcp{}.statement(p, &s) + "\n")
	}
	text := b.String()
	for i, s := range p.Statements {
		text = strings.ReplaceAll(text, "$"+s.Label, "$"+string(rune('1'+i)))
	}
	return text
}
