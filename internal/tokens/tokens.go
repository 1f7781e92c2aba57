// Package tokens counts what tools cost in a prompt: as a result of tools/list,
// and as lines for planners.
package tokens

import (
	"bytes"
	"fmt"
	"text/tabwriter"

	"github.com/tiktoken-go/tokenizer"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// Counter counts tokens of o200k_base.
type Counter struct{ codec tokenizer.Codec }

// New returns a counter. It takes a while: the vocabulary is unpacked.
func New() (*Counter, error) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		return nil, err
	}
	return &Counter{codec}, nil
}

// Count returns the number of tokens of a text.
func (c *Counter) Count(text string) (int, error) { return c.codec.Count(text) }

// Tool is one tool in all of its forms.
type Tool struct {
	planner.Entry
	// JSON is an element of a result of tools/list; Prompt is the part of it that
	// hosts tell a model: name, description and input schema.
	JSON, Prompt string
}

// Entries are the lines of tools, with their sentences or without.
func Entries(tools []Tool, sentences bool) []planner.Entry {
	var entries []planner.Entry
	for _, t := range tools {
		if !sentences {
			t.About = ""
		}
		entries = append(entries, t.Entry)
	}
	return entries
}

// Cost is what tools take, in tokens, each alone or all together. The header
// and lists of parameters belong to the whole.
type Cost struct {
	Name                               string
	JSON, Prompt, Signature, Sentences int
}

// Report is the cost of each tool and of all of them.
type Report struct {
	Tools []Cost
	All   Cost
}

// Measure counts the tokens of tools.
func (c *Counter) Measure(tools []Tool) (Report, error) {
	var r Report
	for _, t := range tools {
		cost := Cost{Name: t.Name}
		bare := t.Entry
		bare.About = ""
		err := c.add(map[*int]string{
			&cost.JSON: t.JSON, &cost.Prompt: t.Prompt, &cost.Signature: bare.String(), &cost.Sentences: t.String(),
		})
		if err != nil {
			return r, err
		}
		r.Tools = append(r.Tools, cost)
		r.All.JSON += cost.JSON
		r.All.Prompt += cost.Prompt
	}
	return r, c.add(map[*int]string{
		&r.All.Signature: planner.Render(Entries(tools, false)), &r.All.Sentences: planner.Render(Entries(tools, true)),
	})
}

func (c *Counter) add(texts map[*int]string) error {
	for to, text := range texts {
		n, err := c.Count(text)
		if err != nil {
			return err
		}
		*to += n
	}
	return nil
}

// helping is what planner mode costs in each turn beside the lines: three
// definitions with descriptions of 1,000 characters at most.
const helping = 3 * 250

// String returns a table, what it means, and as its last line
//
//	registry tools=N json=X signature=Y sentence=Z
//
// with tokens for each tool.
func (r Report) String() string {
	var b bytes.Buffer
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "JSON\tPROMPT\tSIGNATURE\tSENTENCE\t  TOOL\n")
	for _, c := range r.Tools {
		fmt.Fprintf(t, "%d\t%d\t%d\t%d\t  %s\n", c.JSON, c.Prompt, c.Signature, c.Sentences, c.Name)
	}
	_ = t.Flush() // a buffer takes everything
	b.WriteString("\n" + r.breakEven() + "\n")
	n := max(len(r.Tools), 1)
	each := func(sum int) float64 { return float64(sum) / float64(n) }
	fmt.Fprintf(&b, "registry tools=%d json=%.1f signature=%.1f sentence=%.1f\n",
		len(r.Tools), each(r.All.JSON), each(r.All.Signature), each(r.All.Sentences))
	return b.String()
}

// breakEven says from where on lines cost less than definitions in the prompt.
func (r Report) breakEven() string {
	return r.evenTools() + "\n" + r.evenTurns()
}

// evenTools compares the lines in the prompt with definitions in the prompt.
func (r Report) evenTools() string {
	n, lines := len(r.Tools), 0
	for _, c := range r.Tools {
		lines += c.Sentences
	}
	header := max(r.All.Sentences-lines, 0) // less than nothing when lists save more than it costs
	saved := r.All.Prompt - lines
	if n == 0 || saved <= 0 {
		return "Lines in the prompt do not cost less than definitions (PROMPT) at any number of such tools."
	}
	return fmt.Sprintf("Lines with sentences in the prompt cost less than definitions (PROMPT) from %d such tools.", header*n/saved+1)
}

// evenTurns compares planner mode, which brings the lines in a turn of its own,
// with definitions in each turn.
func (r Report) evenTurns() string {
	planned := helping + r.All.Sentences
	saved := r.All.Prompt - planned
	if saved <= 0 {
		return "Planner mode does not cost less than definitions, however many the turns: plain mode is cheaper."
	}
	return fmt.Sprintf("Planner mode (three tools, and a turn that asks for all lines) costs less than definitions from %d turns.", planned/saved+1)
}
