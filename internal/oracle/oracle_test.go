// Package oracle holds generated code against independent judges: for random
// Go sources, what the generated decoder accepts, an independent validator
// accepts under the tool's input schema, and so does the contract read off the
// source; what it decodes is what encoding/json makes of the document; what the
// generated encoder writes is what encoding/json writes, and is valid under the
// output schema.
//
// The statement holds after removing properties that are optional and null. The
// range of floats and of 64-bit integers, and names that come twice, are the
// decoder's alone. Nil slices are [], nil maps {}, and a nil []byte is "".
// Formats are asserted; the tests of runtime/format say where the validator
// differs from the RFCs, and no document here goes there.
package oracle

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mcpgen/mcpgen/internal/house"
	"github.com/mcpgen/mcpgen/internal/oracle/document"
	"github.com/mcpgen/mcpgen/internal/oracle/judge"
	"github.com/mcpgen/mcpgen/internal/oracle/probe"
	"github.com/mcpgen/mcpgen/internal/oracle/program"
)

var (
	seed      = flag.Uint64("seed", 1, "what the sources and documents are made of")
	packages  = flag.Int("packages", 4, "how many packages of tools to make")
	tools     = flag.Int("tools", 15, "how many tools a package has")
	documents = flag.Int("documents", 150, "how many documents a tool gets")
)

func TestGeneratedCode(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	clear(t)
	generators := sources()
	byName := generate(ctx, t, generators)
	binary := build(ctx, t, generators)
	var cases []testCase
	for _, g := range generators {
		for i, tool := range g.tools {
			cases = append(cases, documentsFor(t, tool, byName[tool.name], *seed+uint64(i))...)
		}
	}
	requests := make([]probe.Request, len(cases))
	for i, c := range cases {
		requests[i] = c.request(uint64(i))
	}
	answers, err := program.Ask(ctx, binary, requests)
	if err != nil {
		t.Fatal(err)
	}
	var counts tally
	for i, answer := range answers {
		cases[i].compare(t, answer, &counts)
	}
	counts.check(t, len(cases))
}

// clear empties the folder but for its lock.
func clear(t *testing.T) {
	t.Helper()
	entries, err := os.ReadDir(workDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			if err := os.RemoveAll(workDir + "/" + e.Name()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// sources are the shared types first, then the packages with tools.
func sources() []*generator {
	list := []*generator{newGenerator(*seed, 0, shared, nil)}
	for i := range *packages {
		g := newGenerator(*seed, i+1, fmt.Sprintf("tools%d", i), list[0])
		for j := range *tools {
			g.tool(i**tools + j)
		}
		list = append(list, g)
	}
	return list
}

// judges are the compiled schemas of a tool.
type judges struct{ input, output *jsonschema.Schema }

// testCase is one document for one tool, and what is to come of it.
type testCase struct {
	tool    *tool
	schemas schemas
	judges  judges
	doc     string
	want    string
	reading *reading // nil for what is no JSON
	schema  error    // the validator's verdict
}

func documentsFor(t *testing.T, tool *tool, s schemas, seed uint64) []testCase {
	t.Helper()
	c := testCase{tool: tool, schemas: s, judges: judges{house.CompileSchema(t, s.input), house.CompileSchema(t, s.output)}}
	random := sampler{document.Random{Rand: rand.New(rand.NewPCG(seed, 5))}}
	var cases []testCase
	for range *documents {
		var doc any = random.arguments(tool)
		good := random.Chance(35)
		for n := random.IntN(3); !good && n >= 0; n-- {
			doc = random.Spoil(doc)
		}
		members, isObject := doc.(document.Object)
		if !isObject {
			continue // refused by the protocol, before the decoder
		}
		spaced := random.Chance(30)
		if tool.lenient {
			doc = random.inStrings(tool.members(), members, spaced)
		}
		next := c.of(doc, spaced)
		if good && len(next.reading.refused)+len(next.reading.beyond) > 0 {
			t.Fatalf("the sampler made a bad document: %v\n%s\n%s", next.reading, next.doc, tool.describe())
		}
		if random.Chance(5) {
			next.doc, next.reading = random.Garble(next.doc), nil
		}
		cases = append(cases, next)
	}
	return cases
}

// of judges a document, without the decoder.
func (c testCase) of(doc any, spaced bool) testCase {
	args := c.tool.members()
	sent := doc
	if members, isObject := doc.(document.Object); isObject && c.tool.lenient {
		doc = unquoted(args, members)
	}
	c.reading = &reading{open: c.tool.open}
	clean := c.reading.structure(args, doc)
	complete := (&reading{open: c.tool.open, complete: true}).structure(args, doc)
	c.doc, c.want = document.Encode(sent, spaced), document.Encode(complete, spaced)
	c.schema = c.judges.input.Validate(document.Plain(clean))
	return c
}

func (c testCase) request(seed uint64) probe.Request {
	return probe.Request{Tool: c.tool.name, Args: c.doc, Want: c.want, Seed: seed}
}

// tally counts what was compared.
type tally struct{ accepted, refused, broken, outputs int }

func (n *tally) check(t *testing.T, total int) {
	t.Helper()
	t.Logf("%d documents: %d accepted, %d refused, %d no JSON; %d outputs compared", total, n.accepted, n.refused, n.broken, n.outputs)
	for what, count := range map[string]int{"accepted": n.accepted, "refused": n.refused} {
		if count < total/10 {
			t.Errorf("only %d of %d documents were %s: the test shows little", count, total, what)
		}
	}
}

func (c testCase) compare(t *testing.T, a probe.Answer, n *tally) {
	t.Helper()
	if c.reading == nil {
		n.broken++
		if a.Accepted {
			c.fail(t, "the decoder accepts what is no JSON", a)
		}
		return
	}
	contract, valid := len(c.reading.refused) == 0, c.schema == nil
	switch {
	case contract != valid && len(c.reading.beyond) == 0:
		c.fail(t, "the schema and the contract in the source disagree", a)
	case a.Accepted != (valid && len(c.reading.beyond) == 0):
		c.fail(t, "the schema and the decoder disagree", a)
	case !a.Accepted:
		n.refused++
		return
	case a.Differs != "":
		c.fail(t, "the decoder and encoding/json disagree: "+a.Differs, a)
	}
	n.accepted++
	if err := c.planned(); err != nil {
		c.fail(t, fmt.Sprintf("a program is refused with what the decoder accepts: %v\n%s", err, c.schemas.line), a)
	}
	for _, o := range a.Outputs {
		n.outputs++
		if what := judge.Output(o, c.judges.output); what != "" {
			c.fail(t, fmt.Sprintf("%s:\ngenerated     %s\nencoding/json %s\n%s", what, o.Generated, o.Standard, c.schemas.output), a)
		}
	}
}

func (c testCase) fail(t *testing.T, what string, a probe.Answer) {
	t.Helper()
	var contract any = "not JSON"
	if c.reading != nil {
		contract = fmt.Sprintf("refused %q beyond %q", c.reading.refused, c.reading.beyond)
	}
	t.Errorf("seed %d, %s.%s: %s\ndocument: %s\nwanted:   %s\ncontract: %v\nschema:   %v\ndecoder:  accepted %v: %s\n%s\n%s",
		*seed, c.tool.pkg, c.tool.name, what, c.doc, c.want, contract, c.schema, a.Accepted, a.Message, c.schemas.input, c.tool.describe())
}
