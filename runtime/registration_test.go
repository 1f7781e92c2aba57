package mcpruntime

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// typicalSchema is what mcpgen writes for a tool of five parameters.
const typicalSchema = `{"type":"object","properties":{` +
	`"city":{"type":"string","description":"city name, such as \"Oslo\"","minLength":1},` +
	`"days":{"type":"integer","description":"days ahead","minimum":1,"maximum":14,"default":3},` +
	`"unit":{"type":"string","enum":["celsius","fahrenheit"],"description":"temperature unit"},` +
	`"tags":{"type":"array","items":{"type":"string"},"description":"labels"},` +
	`"exact":{"type":"boolean","description":"no rounding"}},"required":["city"],"additionalProperties":false}`

const typicalOutput = `{"type":"object","properties":{"summary":{"type":"string","description":"one line"},` +
	`"highs":{"type":"array","items":{"type":"number"}}},"required":["summary","highs"]}`

// Registration of 500 tools must not cost start-up time: at most 60
// allocations a tool, the SDK's included.
func TestRegistrationAllocations(t *testing.T) {
	const count, limit = 500, 60
	tools := make([]Tool, count)
	for i := range tools {
		tools[i] = Tool{
			Name: fmt.Sprintf("tool_%d", i), Description: "Forecast returns the weather forecast for a city.",
			Input: typicalSchema, Output: typicalOutput, Hints: ReadOnly, Groups: []string{"weather"},
		}
	}
	handler := func(context.Context, *Reader, *Writer) error { return nil }
	allocations := testing.AllocsPerRun(2, func() {
		s := NewServer("test", "1")
		for i := range tools {
			s.AddTool(&tools[i], handler)
		}
		if err := s.Err(); err != nil {
			t.Fatal(err)
		}
	})
	t.Logf("%.1f allocations per tool", allocations/count)
	if allocations/count > limit {
		t.Errorf("%.1f allocations per tool, want at most %d", allocations/count, limit)
	}
}

func TestNamesTakenTwice(t *testing.T) {
	_, file, line, _ := runtime.Caller(0)
	s := NewServer("test", "1")
	register := func(s *Server) {
		s.AddTool(&Tool{Name: "same", Input: noArguments}, nil)
		s.AddResource(&Resource{URI: "a://b", Name: "n"}, nil)
		s.AddPrompt(&Prompt{Name: "p"}, nil)
	}
	register(s)
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	register(s)
	err := s.Err()
	if err == nil {
		t.Fatal("names were taken twice without an error")
	}
	for i, what := range []string{`tools are called "same"`, `resources are called "a://b"`, `prompts are called "p"`} {
		if !strings.Contains(err.Error(), what) {
			t.Errorf("error does not say %s: %v", what, err)
		}
		if at := fmt.Sprintf("%s:%d ", file, line+3+i); strings.Count(err.Error(), at) != 2 {
			t.Errorf("error does not name %s twice: %v", at, err)
		}
	}
	for _, at := range []int{line + 7, line + 11} {
		if !strings.Contains(err.Error(), fmt.Sprintf("called at %s:%d ", file, at)) {
			t.Errorf("error does not name the caller in line %d: %v", at, err)
		}
	}
	if _, err := s.Local(t.Context()); err == nil {
		t.Error("Local starts all the same")
	}
	if err := s.Run(t.Context(), nil); err == nil {
		t.Error("Run starts all the same")
	}
	if _, err := s.Call(t.Context(), "same", nil); err == nil {
		t.Error("Call works all the same")
	}
}
