package mcpruntime

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// A host in the same process runs programs over what it selects, on a server in
// planner mode or not: large results stay, interceptors see every call, and a
// program that is wrong runs nothing.
func TestRunProgram(t *testing.T) {
	for name, planned := range map[string]bool{"plain": false, "planner mode": true} {
		t.Run(name, func(t *testing.T) {
			var calls, seen atomic.Int64
			s := newPlanServer(&calls, func(o *options) { o.planner = planned }, WithInterceptors(func(ctx context.Context, call *Call, next Next) (Result, error) {
				seen.Add(1)
				return next(ctx, call)
			}))
			all := planner.Select{All: true}
			report, err := s.RunProgram(t.Context(), "a: weather city=\"Oslo\"\nb: weather city=$a\nc: atlas city=\"Rome\"\nd: fails city=\"x\"", all)
			lines := strings.Split(report, "\n")
			if err != nil || len(lines) != 5 || lines[1] != `b: "sunny in sunny in Oslo"` || !strings.HasPrefix(lines[2], "c: #R1 ") || !strings.HasPrefix(lines[3], "d: ! not_found") {
				t.Fatalf("%v\n%s", err, report)
			}
			if calls.Load() != 2 || seen.Load() != 4 {
				t.Errorf("%d calls, of which the interceptor saw %d", calls.Load(), seen.Load())
			}
			// What stays is there for the next program.
			if report, err := s.RunProgram(t.Context(), `e: weather city=#R1`, all); err != nil || !strings.HasPrefix(report, "e: #R2 ") {
				t.Errorf("%v\n%s", err, report)
			}
			calls.Store(0)
			if _, err := s.RunProgram(t.Context(), "a: weather city=\"Oslo\"\nb: atlas city=\"Oslo\"", planner.Select{Names: []string{"weather"}}); err == nil || !strings.Contains(err.Error(), "line 2, column 4") || calls.Load() != 0 {
				t.Errorf("a tool that is not selected: %v after %d calls", err, calls.Load())
			}
		})
	}
}

// There is nobody to ask, and a tool that asks fails.
func TestRunProgramThatAsks(t *testing.T) {
	var calls atomic.Int64
	report, err := newPlanServer(&calls).RunProgram(t.Context(), `a: book city="Oslo"`, planner.Select{All: true})
	if err != nil || !strings.HasPrefix(report, "a: ! ") {
		t.Errorf("%v\n%s", err, report)
	}
}

// The numbers of a selection's registry in the style of ZCP are those of programs.
func TestRunZCP(t *testing.T) {
	var calls atomic.Int64
	s := newPlanServer(&calls)
	sel := planner.Select{Names: []string{"weather", "atlas"}}
	prompt := s.View(sel).ZCP()
	if want := "TOOL @1 atlas(city:str) -> str ; atlas does it.\nTOOL @2 weather(city:str) -> str ; weather does it.\n"; prompt != want {
		t.Errorf("got %q", prompt)
	}
	report, err := s.RunZCP(t.Context(), "CALL @2 weather city=\"Oslo\"\nCALL @2 weather city=$1", sel)
	if want := "RET 1 ok \"sunny in Oslo\"\nRET 2 ok \"sunny in sunny in Oslo\"\n"; err != nil || report != want {
		t.Errorf("%v, got %q", err, report)
	}
	for text, want := range map[string]string{
		`CALL @1 weather city="Oslo"`: "weather is not tool @1; write @2 weather",
		`CALL @1 book city="Oslo"`:    "there is no tool book",
		`a: weather city="Oslo"`:      "a line begins with CALL",
	} {
		if _, err := s.RunZCP(t.Context(), text, sel); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}
