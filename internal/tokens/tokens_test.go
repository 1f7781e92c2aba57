package tokens

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen/mcpgen/runtime/planner"
	"github.com/mcpgen/mcpgen/runtime/planner/fromschema"
)

// catalogue reads the tools of several invented servers.
func catalogue(t testing.TB) []Tool {
	t.Helper()
	doc, err := os.ReadFile("testdata/catalogue.json")
	if err != nil {
		t.Fatal(err)
	}
	list, err := fromschema.Tools(doc)
	if err != nil {
		t.Fatal(err)
	}
	var tools []Tool
	for _, x := range list {
		for _, loss := range x.Losses {
			t.Errorf("%s: %s", x.Name, loss)
		}
		about, _, _ := strings.Cut(x.Description, ". ")
		tools = append(tools, Tool{Entry: planner.Entry{Name: x.Name, Line: x.Signature.String(), About: about}, JSON: x.JSON, Prompt: x.Prompt})
	}
	return tools
}

// Whoever changes the notation sees here what it costs.
func TestTokensOfTheCatalogue(t *testing.T) {
	tools := catalogue(t)
	counter, err := New()
	if err != nil {
		t.Fatal(err)
	}
	report, err := counter.Measure(tools)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(report.String(), "\n")
	fmt.Println(lines[len(lines)-2])
	n := len(tools)
	if n < 40 || report.All.Signature > 20*n || report.All.Sentences > 29*n {
		t.Errorf("%d tools take %d tokens, %d with sentences", n, report.All.Signature, report.All.Sentences)
	}
	if report.All.Prompt < 4*report.All.Sentences {
		t.Errorf("%d tokens as definitions, %d as lines", report.All.Prompt, report.All.Sentences)
	}
}

func TestNothingOfTheCatalogueIsLost(t *testing.T) {
	entries := Entries(catalogue(t), true)
	back, err := planner.ParseRegistry(planner.Render(entries))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(entries, back); diff != "" {
		t.Error(diff)
	}
}

func TestBreakEven(t *testing.T) {
	cost := func(tools, prompt, line, header int) Report {
		r := Report{All: Cost{Prompt: tools * prompt, Sentences: tools*line + header}}
		for range tools {
			r.Tools = append(r.Tools, Cost{Prompt: prompt, Sentences: line})
		}
		return r
	}
	for _, c := range []struct {
		report       Report
		tools, turns string
	}{
		{cost(10, 200, 30, 100), "from 1 such", "from 2 turns"},
		{cost(10, 40, 30, 100), "from 11 such", "plain mode is cheaper"},
		{cost(10, 30, 30, 100), "do not cost less", "plain mode is cheaper"},
		{Report{}, "do not cost less", "plain mode is cheaper"},
	} {
		if got := c.report.String(); !strings.Contains(got, c.tools) || !strings.Contains(got, c.turns) {
			t.Errorf("got %s\nwant %q, %q", got, c.tools, c.turns)
		}
	}
}
