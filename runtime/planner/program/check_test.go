package program

import (
	"testing"
)

// accepted are programs without faults: a check accepts what the decoders do.
var accepted = []string{
	`a: forecast city="Oslo" days=14 unit="celsius"`,
	`a: forecast city="Oslo" days=1.0 unit=null`,
	`a: forecast city="None"`,
	`a: open code="007" tab="3"`,
	`a: getNumbers a=-128 b=65535 c=18446744073709551615 d=-9e18 e=0.5 f=-1e3 g=2.50 h=null`,
	`a: getNumbers a=1.27e2 b=-0 c=-0 e=1e-400 g=1`,
	`a: getText s="äöü" mail="a@b.example" when="2026-01-02T03:04:05Z" raw="AQID" on=true quoted="-7" flag=false`,
	`a: getTree root={"v":1,"kids":[{"kids":[],"v":2}]}`,
	`a: getShape shape={"r":1,"kind":"circle"}`,
	`a: getShape shape={"kind":"rect","w":1,"h":null}`,
	`a: getMaps m={"x":1} k={"a":"1"} i={"-7":true} rows=[{"a":1}]`,
	`a: getLoose y={"deep":[1,null]} x=1`,
	`a: "odd tool" x=1`,
	"a: load path=\"x\"\nb: getSum h=$a\nc: getTotal rows=$a\nd: getTotal rows=$a.rows.0",
	"a: getSum h=#R1\nb: getTotal rows=#T1",
	"a: getItems\nb: getTotal rows=$a.items",
	"a: getItems\nb: getNumbers a=$a.items.0.a\nc: notify user=$a.items.0.b",
	"a: chart rows=[1,\"x\",{\"k\":null}]\nb: notify user=$a.owner.name text=$a.tags.anything\nc: getNumbers d=$a.owner.id",
}

func TestCheckAccepts(t *testing.T) {
	for _, text := range accepted {
		if _, err := compile(t, text); err != nil {
			t.Errorf("%s\n%v", text, err)
		}
	}
}

// refused are programs with faults, and what is said of them.
var refused = map[string]string{
	`a: forcast city="x"`:                `line 1, column 4: there is no tool forcast; did you mean forecast?`,
	`a: weather city="x"`:                `line 1, column 4: there is no tool weather; write find QUERY to look for one`,
	`a: help forecast=1`:                 `line 1, column 4: help has no label; write help and words alone on the line`,
	`a: forecast city="x" dys=1`:         `line 1, column 22: forecast has no parameter dys; did you mean days?`,
	`a: forecast city="x" zone=1`:        `line 1, column 22: forecast has no parameter zone; parameters: city, days, unit`,
	`a: forecast days=1`:                 `line 1, column 4: forecast wants city; write city=…, text`,
	`a: open code=7 tab="3"`:             `line 1, column 14: code: want text, got 7; write "7"`,
	`a: forecast city=true`:              `line 1, column 18: city: want text, got true; write "true"`,
	`a: forecast city=null`:              `line 1, column 18: city: want text, got null`,
	`a: forecast city="x" days=15`:       `line 1, column 27: days: want an integer from 1 to 14, got 15`,
	`a: forecast city="x" days=1.5`:      `line 1, column 27: days: want an integer from 1 to 14, got 1.5`,
	`a: forecast city="x" days="1"`:      `line 1, column 27: days: want an integer from 1 to 14, got "1"; write 1 without quotes`,
	`a: forecast city="x" unit="kelvin"`: `line 1, column 27: unit: want one of "celsius", "fahrenheit", got "kelvin"`,
	`a: forecast city={"a":[1]}`:         `line 1, column 18: city: want text, got {"a":[1]}`,
	`a: getNumbers a=128`:                `line 1, column 17: a: want an integer (int8), got 128`,
	`a: getNumbers b=-1`:                 `line 1, column 17: b: want an integer (uint16), got -1`,
	`a: getNumbers c=-1`:                 `line 1, column 17: c: want an integer (uint), got -1`,
	`a: getNumbers d=1e-1`:               `line 1, column 17: d: want an integer, got 1e-1`,
	`a: getNumbers e=1`:                  `line 1, column 17: e: want a number from >0 to <1, got 1`,
	`a: getNumbers f=7`:                  `line 1, column 17: f: want an integer, a multiple of 5, got 7`,
	`a: getNumbers g=2`:                  `line 1, column 17: g: want one of 0, 1, 2.5, got 2`,
	`a: getText s=""`:                    `line 1, column 14: s: want text of 1 to 3 characters, got ""`,
	`a: getText mail="x"`:                `line 1, column 17: mail: want text (email), got "x"`,
	`a: getText when="now"`:              `line 1, column 17: when: want text (a time such as 2006-01-02T15:04:05Z), got "now"`,
	`a: getText raw="é"`:                 `line 1, column 16: raw: want text (base64), got "é"`,
	`a: getText quoted=7`:                `line 1, column 19: quoted: want text (int), got 7; write "7"`,
	`a: getText quoted="x"`:              `line 1, column 19: quoted: want text (int), got "x"`,
	`a: getText on=1`:                    `line 1, column 15: on: want true or false, got 1`,
	`a: getTree root={"v":1,"kids":[{"v":"2","kids":[]},{"v":3}]}`:                "line 1, column 37: root.kids.0.v: want an integer, got \"2\"; write 2 without quotes\nline 1, column 52: root.kids.1 wants the member kids; write \"kids\": a list",
	`a: getShape shape={"kind":"oval"}`:                                           `line 1, column 19: shape.kind: want "circle", "rect", got "oval"`,
	`a: getShape shape={"r":1}`:                                                   `line 1, column 19: shape wants the member kind; write "kind": "circle", "rect"`,
	`a: getShape shape={"kind":"circle","w":1}`:                                   "line 1, column 19: shape wants the member r; write \"r\": a number\nline 1, column 36: shape has no member w; members: kind, r",
	`a: getMaps m={"x":"1"}`:                                                      `line 1, column 19: m.x: want an integer, got "1"; write 1 without quotes`,
	`a: getMaps k={"c":"1"}`:                                                      `line 1, column 15: k: want one of "a", "b" as a name, got "c"`,
	`a: getMaps i={"x":true}`:                                                     `line 1, column 15: i: want an integer as a name, got "x"`,
	`a: getMaps rows=[]`:                                                          `line 1, column 17: rows: want a list of 1 to 2 items, got []`,
	`a: getMaps rows=[{"a":1},null]`:                                              `line 1, column 26: rows.1: want an object, got null`,
	`a: getSum h="#R1"`:                                                           `line 1, column 13: h: want a handle of kind range, got "#R1"; write #R1 without quotes`,
	`a: getSum h=#T1`:                                                             `line 1, column 13: h: want a handle of kind range, got one of kind table`,
	`a: getSum h=#R9`:                                                             `line 1, column 13: there is no handle #R9; it may have expired: make the call again that gave it`,
	"a: getItems\nb: getSum h=$a":                                                 `line 2, column 13: h: want a handle of kind range, got an object (from $a)`,
	"a: chart rows=1\nb: notify user=$a.owner.id":                                 `line 2, column 16: user: want text, got an integer (from $a.owner.id)`,
	"a: chart rows=1\nb: notify user=$a.ownr.id":                                  `line 2, column 16: $a.ownr.id: there is no member ownr; did you mean owner?`,
	"a: chart rows=1\nb: notify user=$a.url.0":                                    `line 2, column 16: $a.url.0: text has no parts, such as 0`,
	"a: getItems\nb: notify user=$a.items.b":                                      `line 2, column 16: $a.items.b: a list has no member b; elements are written like $a.rows.0`,
	"a: getItems\nb: getTotal rows=$a.items.0":                                    `line 2, column 18: rows: want a list, got an object (from $a.items.0)`,
	"a: getNothing\nb: notify user=$a":                                            `line 2, column 16: getNothing returns nothing that could be referred to`,
	"a: getContent\nb: notify user=$a":                                            `line 2, column 16: getContent returns content, which cannot be referred to`,
	"a: getWrapped\nb: notify user=[$a.x]":                                        "line 2, column 16: user: want text, got [$a.x]\nline 2, column 17: $a.x: an integer has no parts, such as x",
	"a: getItems\nb: getTree root=$a":                                             `line 2, column 17: root: the member v is wanted, which the result has not (from $a)`,
	`a: getTree root={"v":1,"kids":[]}` + "\nb: getTree root=$a\nc: getMaps m=$a": `line 3, column 14: m: want an integer, got a list at kids (from $a)`,
}

func TestCheckErrors(t *testing.T) {
	for text, want := range refused {
		_, err := compile(t, text)
		if err == nil {
			t.Errorf("%q is accepted", text)
		} else if err.Error() != want {
			t.Errorf("%q:\n got %s\nwant %s", text, err, want)
		}
	}
}

func TestRefusedTools(t *testing.T) {
	p, err := Parse(`a: write`, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	all := tools(t)
	write := *all.byName["getNothing"]
	write.Name, write.Refused = "write", "use run_changes"
	err = p.Check(NewTools(write), nil)
	if want := "line 1, column 4: write cannot be called here; use run_changes"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if _, err := p.Run(t.Context(), &fake{}, Options{}); err == nil {
		t.Error("a program runs that was refused")
	}
}
