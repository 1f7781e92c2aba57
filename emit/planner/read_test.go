package planner

import (
	"encoding/json"
	"fmt"
	"strings"
)

// The reader below knows the grammar in the package comment and nothing of the
// writer. It panics with a message at what it does not expect.

type readType struct {
	kind      string // a scalar's word, "enum", "list", "object", "union", "map", "handle" or "named"
	low, high string // range, length, or number of items; > and < in front of what is excluded
	step      string
	format    string
	values    []string
	elem      *readType // of a list, a map, or a definition
	key       *readType // of a map, unless it is str
	members   []readMember
	cases     []*readType // the objects of a union
	name      string      // of a named type, or the kind of a handle
	null      bool
}

type readMember struct {
	name     string
	optional bool
	typ      *readType
	value    string // the default, as JSON
}

type reader struct {
	text string
	at   int
}

func readLine(line string) (params []readMember, result *readType, err error) {
	r := &reader{text: line}
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("%v at %d of %s", problem, r.at, line)
		}
	}()
	r.want("(")
	params = r.members(")")
	if r.at < len(line) {
		r.want(" -> ")
		result = r.typ()
	}
	if r.at < len(line) {
		panic("text left")
	}
	return params, result, nil
}

func (r *reader) rest() string { return r.text[r.at:] }

func (r *reader) have(s string) bool {
	if !strings.HasPrefix(r.rest(), s) {
		return false
	}
	r.at += len(s)
	return true
}

func (r *reader) want(s string) {
	if !r.have(s) {
		panic("want " + s)
	}
}

// members reads to the closing mark.
func (r *reader) members(end string) []readMember {
	list := []readMember{}
	for !r.have(end) {
		if len(list) > 0 {
			r.want(" ")
		}
		list = append(list, r.member())
	}
	return list
}

func (r *reader) member() readMember {
	m := readMember{typ: &readType{kind: "str"}}
	if strings.HasPrefix(r.rest(), `"`) {
		m.name = r.json().(string)
	} else {
		m.name = r.word()
	}
	m.optional = r.have("?")
	if r.have(":") {
		m.typ = r.typ()
	}
	if r.have("=") {
		m.value = r.value()
	}
	return m
}

func (r *reader) word() string {
	end := 0
	for end < len(r.rest()) && strings.IndexByte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$0123456789./-", r.rest()[end]) >= 0 {
		end++
	}
	if end == 0 || strings.IndexByte("0123456789./-", r.rest()[0]) >= 0 {
		panic("want a word")
	}
	word := r.rest()[:end]
	r.at += end
	return word
}

// json reads one JSON value.
func (r *reader) json() any {
	d := json.NewDecoder(strings.NewReader(r.rest()))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		panic(err)
	}
	r.at += int(d.InputOffset())
	return v
}

// value returns the next value as JSON.
func (r *reader) value() string {
	c := r.rest()[0]
	if strings.IndexByte(`"[{-0123456789`, c) < 0 {
		switch word := r.word(); word {
		case "true", "false", "null":
			return word
		default:
			return canonical(word)
		}
	}
	return canonical(r.json())
}

func canonical(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

var scalars = map[string]bool{
	"str": true, "bool": true, "num": true, "bytes": true, "time": true, "any": true, "int": true, "int8": true,
	"int16": true, "int32": true, "uint": true, "uint8": true, "uint16": true, "uint32": true,
}

func (r *reader) typ() *readType {
	t := r.atom()
	if t.kind == "object" && strings.HasPrefix(r.rest(), "|") {
		t = &readType{kind: "union", cases: []*readType{t}}
		for r.have("|") {
			t.cases = append(t.cases, r.atom())
		}
		return t
	}
	for {
		switch {
		case r.have("?"):
			t.null = true
		case r.have("["):
			low, high := r.span("]")
			t = &readType{kind: "list", elem: t, low: low, high: high}
		default:
			return t
		}
	}
}

func (r *reader) atom() *readType {
	switch {
	case r.have("("):
		start := r.at
		if kind := r.kind(); strings.IndexByte("({@#", r.rest()[0]) >= 0 || scalars[kind] {
			r.at = start
			t := r.typ()
			r.want(")")
			return t
		}
		r.at = start - len("(")
	case r.have("{*"):
		t := &readType{kind: "map"}
		if !r.have(":") {
			t.key = r.typ()
			r.want(":")
		}
		t.elem = r.typ()
		r.want("}")
		return t
	case r.have("{"):
		return &readType{kind: "object", members: r.members("}")}
	case r.have("#"):
		return &readType{kind: "handle", name: r.word()}
	case r.have("@"):
		t := &readType{kind: "named", name: r.word()}
		if r.have("(") {
			t.elem = r.typ()
			r.want(")")
		}
		return t
	}
	start := r.at
	if c := r.rest()[0]; c != '(' && c != '"' && c != '-' && (c < '0' || c > '9') {
		if word := r.word(); scalars[word] {
			return r.scalar(word)
		}
		r.at = start
	}
	return &readType{kind: "enum", values: r.values()}
}

func (r *reader) scalar(word string) *readType {
	t := &readType{kind: word}
	if r.have("@") {
		t.format = r.word()
	}
	if r.have("(") {
		end := strings.IndexAny(r.rest(), "%)")
		t.low, t.high = r.span(r.rest()[end : end+1])
		if r.rest()[0] != ')' && r.text[r.at-1] == '%' {
			end := strings.IndexByte(r.rest(), ')')
			t.step = r.rest()[:end]
			r.at += end + 1
		}
	}
	if r.have("~") {
		t.values = r.values()
	}
	return t
}

// values reads one value, or several in parentheses.
func (r *reader) values() []string {
	if !r.have("(") {
		return []string{r.value()}
	}
	list := []string{r.value()}
	for !r.have(")") {
		r.want(" ")
		list = append(list, r.value())
	}
	return list
}

// kind returns the word that comes next; "" when there is none.
func (r *reader) kind() string {
	if strings.IndexByte("\"-0123456789({@#", r.rest()[0]) >= 0 {
		return ""
	}
	return r.word()
}

func (r *reader) span(end string) (low, high string) {
	text, _, _ := strings.Cut(r.rest(), end)
	r.at += len(text) + len(end)
	low, high, two := strings.Cut(text, "..")
	if !two {
		high = low
	}
	return low, high
}
