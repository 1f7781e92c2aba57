package corpus

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mcpgen/mcpgen/internal/house"
	"github.com/mcpgen/mcpgen/internal/oracle/document"
	"github.com/mcpgen/mcpgen/internal/oracle/judge"
	"github.com/mcpgen/mcpgen/internal/oracle/probe"
)

// question is one document for one tool, and what the schema says of it.
type question struct {
	*carried
	request probe.Request
	output  *jsonschema.Schema
	good    bool  // as the sampler made it
	schema  error // the validator's verdict
	// names come twice, or numbers are large: the decoder may refuse the document
	// whatever the schema says.
	twice, extreme bool
}

// questions makes documents for a tool from its schema: good ones, and spoilt
// ones.
func questions(t *testing.T, c *carried, count int) []question {
	t.Helper()
	schema, err := document.NewSchema(c.input)
	if err != nil {
		t.Fatal(err)
	}
	input, output := house.CompileSchema(t, c.input), house.CompileSchema(t, c.output)
	random := document.Random{Rand: rand.New(rand.NewPCG(*seed, uint64(c.index)))}
	sampler := document.Sampler{Random: random, Schema: schema, Canonical: c.own}
	var list []question
	for i := range count {
		doc := sampler.Good()
		good := sampler.Chance(40)
		for n := sampler.IntN(3); !good && n >= 0; n-- {
			doc = sampler.Spoil(doc)
		}
		if _, isObject := doc.(document.Object); !isObject {
			continue // refused by the protocol, before the decoder
		}
		clean, spaced := schema.Cleaned(doc), sampler.Chance(20)
		list = append(list, question{
			carried: c, output: output, good: good,
			request: probe.Request{
				Tool: c.toolName(), Args: document.Encode(doc, spaced), Want: document.Encode(clean, spaced), Seed: *seed + uint64(i),
			},
			schema: input.Validate(document.Plain(clean)), twice: document.Repeats(doc), extreme: document.Extreme(doc),
		})
	}
	return list
}

// tally counts what was compared.
type tally struct{ accepted, refused, outputs int }

// compare judges an answer: "" when everything agrees.
func (q question) compare(a probe.Answer, n *tally) string {
	valid := q.schema == nil && !q.twice
	switch {
	case q.good && q.schema != nil:
		return "the sampler made a bad document"
	case a.Accepted && !valid:
		return "the decoder accepts what the schema does not"
	case !a.Accepted && valid && q.good && len(q.opaque) == 0: // which nobody can know to be good
		return "the decoder refuses a good document"
	case !a.Accepted && valid && !q.extreme && !q.own:
		return "the schema accepts what the decoder does not"
	case !a.Accepted:
		n.refused++
		return ""
	case a.Differs != "":
		return "the decoder and encoding/json disagree: " + a.Differs
	}
	n.accepted++
	for _, o := range a.Outputs {
		n.outputs++
		if what := judge.Output(o, q.output); what != "" {
			return fmt.Sprintf("%s:\ngenerated     %s\nencoding/json %s", what, clip(o.Generated), clip(o.Standard))
		}
	}
	return ""
}

func (q question) fail(t *testing.T, what string, a probe.Answer) {
	t.Helper()
	t.Errorf("seed %d, %s: %s\ndocument: %s\nwanted:   %s\nschema:   %v\ndecoder:  accepted %v: %s",
		*seed, q.subject, what, q.request.Args, q.request.Want, q.schema, a.Accepted, clip(a.Message))
}

func clip(text string) string {
	if len(text) > 2000 {
		return text[:2000] + "..."
	}
	return text
}
