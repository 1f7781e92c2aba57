package planner

import (
	"fmt"
	"strconv"
	"strings"
)

// ZCPTool is a tool in a registry in the style of ZCP.
type ZCPTool struct {
	Name      string
	Signature *Signature
	// About is as in [Entry].
	About string
}

// ZCPTools returns entries as [RenderZCP] wants them. A line that cannot be read
// is one without parameters.
func ZCPTools(entries []Entry) []ZCPTool {
	tools := make([]ZCPTool, len(entries))
	for i, e := range entries {
		sig, err := ParseSignature(e.Line)
		if err != nil {
			sig = &Signature{}
		}
		tools[i] = ZCPTool{Name: e.Name, Signature: sig, About: e.About}
	}
	return tools
}

// RenderZCP returns a registry in the style of ZCP, one line for each tool with
// its number, which programs name, too:
//
//	TOOL @3 forecast(city:str,days?:int(1..14)=3) -> handle report ; Forecast returns ...
//
// Types are those of lines, but every member has one, commas stand between
// members, and a result that is kept is the word handle and its kind.
func RenderZCP(tools []ZCPTool) string {
	w := printer{zcp: true}
	for i, t := range tools {
		w.text("TOOL @" + strconv.Itoa(i+1) + " ")
		w.name(t.Name)
		w.text("(")
		w.members(t.Signature.Params)
		w.text(")")
		if r := t.Signature.Result; r != nil && r.Kind == Handle && !r.Null {
			w.text(" -> handle ")
			w.name(r.Name)
		} else if r != nil {
			w.text(" -> ")
			w.whole(r)
		}
		if about := unbroken(t.About); about != "" {
			w.text(" ; " + about)
		}
		w.text("\n")
	}
	return string(w.line)
}

// ParseZCP reads what [RenderZCP] wrote.
func ParseZCP(text string) ([]ZCPTool, error) {
	if text == "" {
		return nil, nil
	}
	var tools []ZCPTool
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if len(line) > maxLine {
			return nil, fmt.Errorf("line %d: %w", i+1, &SyntaxError{maxLine, "the line is too long"})
		}
		p := &parser{scanner: scanner{text: line}, zcp: true}
		p.want("TOOL @" + strconv.Itoa(i+1) + " ")
		t := ZCPTool{Name: p.name()}
		t.Signature = p.signature()
		if p.have(" ; ") {
			t.About = p.about()
		} else if p.at < len(line) {
			p.fail("there is more than a signature")
		}
		if p.err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, p.err)
		}
		tools = append(tools, t)
	}
	return tools, nil
}
