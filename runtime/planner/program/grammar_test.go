package program

import (
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
)

// Whatever the grammar of the package comment makes is read, but for labels that
// are taken or missing, of which a grammar says nothing.
func TestGrammarIsTrue(t *testing.T) {
	comment, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	g := grammar{rand: rand.New(rand.NewPCG(1, 2)), rules: map[string][]string{}, words: map[string][]string{
		"blank": {" ", "\t", "  "}, "newline": {"\n", "\r\n"}, "letter": {"a", "b", "z", "A", "Z"}, "digit": {"0", "1", "9"},
		"text": {"x", " y: =z", "é #1 //"}, "string": {`""`, `"odd name"`, `"\n\"$#"`},
		"json": {"1", "-0.5e3", `"x # y"`, "null", "true", "[1,\n 2]", `{"a": [$b.c, #R1], "b":$1}`},
	}}
	for line := range strings.Lines(string(comment)) {
		if name, rule, ok := strings.Cut(strings.TrimPrefix(line, "//\t"), " = "); ok && strings.HasSuffix(line, " .\n") {
			g.rules[strings.TrimSpace(name)] = regexp.MustCompile(`"[^"]*"|\w+|[][{}()|]`).FindAllString(rule, -1)
		}
	}
	g.rules["value"] = strings.Fields("json | reference | handle") // which is in words there
	args := 0
	for range 3000 {
		text := g.make("program")
		p, err := Parse(text, Limits{Calls: 1000})
		if errs, ok := err.(Errors); ok {
			for _, e := range errs {
				if !strings.Contains(e.Problem, "label") && !strings.Contains(e.Problem, "stands before the call") && !strings.Contains(e.Problem, "is empty") && e.Line > 0 {
					t.Fatalf("%q: %v", text, e)
				}
			}
		}
		args += len(p.args)
	}
	if args < 500 {
		t.Errorf("only %d arguments were made", args)
	}
}

// grammar makes texts of its rules.
type grammar struct {
	rand  *rand.Rand
	rules map[string][]string // tokens
	words map[string][]string // what stands for what the rules do not say
}

func (g *grammar) make(rule string) string {
	if choices := g.words[rule]; choices != nil {
		return choices[g.rand.IntN(len(choices))]
	}
	text, _ := g.choice(g.rules[rule])
	return text
}

// choice makes one of the alternatives at hand, and returns what stands behind
// them.
func (g *grammar) choice(tokens []string) (text string, rest []string) {
	var choices []string
	for {
		choices = append(choices, "")
		for len(tokens) > 0 && strings.IndexAny(tokens[0], "|])}") != 0 {
			var part string
			part, tokens = g.part(tokens)
			choices[len(choices)-1] += part
		}
		if len(tokens) == 0 || tokens[0] != "|" {
			return choices[g.rand.IntN(len(choices))], tokens
		}
		tokens = tokens[1:]
	}
}

func (g *grammar) part(tokens []string) (text string, rest []string) {
	first, rest := tokens[0], tokens[1:]
	times := 1
	switch first {
	case "[":
		times = g.rand.IntN(2)
	case "{":
		times = g.rand.IntN(4)
	case "(":
	default:
		if first[0] == '"' {
			return strings.Trim(first, `"`), rest
		}
		return g.make(first), rest
	}
	behind := rest
	for range max(times, 1) {
		var part string
		if part, behind = g.choice(rest); times > 0 {
			text += part
		}
	}
	return text, behind[1:]
}
