package mcpruntime

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"unicode/utf8"
)

// lookServer has a value to look into, #R1, and a long text, #R2.
func lookServer(t *testing.T) func(arguments string) string {
	t.Helper()
	s := newPlanServer(new(atomic.Int64))
	ctx := s.asHost(t.Context())
	rows := `{"name":"Q3","rows":[{"city":"Oslo","amount":12.1},{"city":"Rome","amount":30},{"city":"Oslo","amount":0.2}]}`
	for _, text := range []string{rows, `"` + strings.Repeat("Ørsted & sons ", 2000) + `"`} {
		if _, err := keepJSON(ctx, "rows", []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return func(arguments string) string {
		result, err := s.callTool(context.WithValue(t.Context(), dialogKey{}, (*dialog)(nil)), handleTool, []byte(arguments), "")
		if err != nil {
			return "! " + err.Error()
		}
		return result.Text
	}
}

func TestLook(t *testing.T) {
	look := lookServer(t)
	for arguments, want := range map[string]string{
		`{"handle":"#R1"}`: `name "Q3", rows: 3 rows of city, amount`,
		`{"handle":"#R1","do":"summary","item":"rows"}`:                 `3 rows of city, amount`,
		`{"handle":"#R1","do":"count","filter":"city=Oslo"}`:            `2`,
		`{"handle":"#R2","do":"count"}`:                                 `28000`,
		`{"handle":"#R1","do":"read","item":"rows","fields":["city"]}`:  `[{"city":"Oslo"},{"city":"Rome"},{"city":"Oslo"}]`,
		`{"handle":"#R1","do":"read","item":"rows","limit":1}`:          `{"items":[{"city":"Oslo","amount":12.1}],"total":3,"next":1}`,
		`{"handle":"#R2","do":"read","offset":27998}`:                   `{"text":"s ","total":28000}`,
		`{"handle":"#R1","do":"view","sort":["-amount"],"limit":1}`:     `{"columns":["city","amount"],"rows":[["Rome",30]],"total":3,"next":1}`,
		`{"handle":"#R1","do":"group","by":["city"],"sort":["-count"]}`: `{"columns":["city","count"],"rows":[["Oslo",2],["Rome",1]],"total":2}`,
		`{"handle":"#R1","do":"group","by":["city"],"offset":1}`:        `{"columns":["city","count"],"rows":[["Rome",1]],"total":2}`,
		// What is empty counts as left out.
		`{"handle":"#R1","do":"count","item":"","fields":[],"columns":[],"filter":"","sort":[],"offset":0,"limit":0,"by":[],"aggregates":[]}`: `3`,
		`{"handle":"#R1","do":"view","fields":["city"]}`:               `! fields does not belong to do=view, which takes item, columns, filter, sort, offset, limit; it belongs to read`,
		`{"handle":"#R1","do":"count","limit":2}`:                      `! limit does not belong to do=count, which takes item, filter; it belongs to read, view, group`,
		`{"handle":"#R1","item":"name","by":["city"]}`:                 `! by does not belong to do=summary, which takes item; it belongs to group`,
		`{"handle":"#R1","do":"drop","item":"name"}`:                   `! item does not belong to do=drop, which takes nothing but the handle; it belongs to summary, count, read, view, group`,
		`{"handle":"#R1","do":"read","item":"rows","fields":["town"]}`: `! #R1 has no field "town" here; there is city, amount`,
		`{"handle":"#R2","do":"view"}`:                                 `! the whole of #R2 is a string, not a list; read it with offset and limit, which count characters`,
	} {
		if got := look(arguments); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", arguments, got, want)
		}
	}
	if got := look(`{"handle":"#R1","do":"drop"}`); got != "ok" || !strings.Contains(look(`{"handle":"#R1"}`), "there is no handle") {
		t.Errorf("drop: %s", got)
	}
}

// A model gets at all of a text that is larger than an answer, part by part.
func TestLookAtAllOfAText(t *testing.T) {
	look, got := lookServer(t), ""
	for offset, turns := 0, 0; turns < 10; turns++ {
		var part struct {
			Text        string
			Total, Next int
		}
		arguments, _ := json.Marshal(map[string]any{"handle": "#R2", "do": "read", "offset": offset})
		if err := json.Unmarshal([]byte(look(string(arguments))), &part); err != nil {
			t.Fatal(err)
		}
		if got += part.Text; part.Next == 0 {
			break
		}
		offset = part.Next
	}
	if got != strings.Repeat("Ørsted & sons ", 2000) {
		t.Errorf("%d characters", utf8.RuneCountInString(got))
	}
}

// The tool's schema, what it reads, and what belongs to what, are the same.
func TestLookIsAsItsSchema(t *testing.T) {
	var schema struct {
		Properties map[string]struct{ Enum []string }
	}
	if err := json.Unmarshal([]byte(handleInput), &schema); err != nil {
		t.Fatal(err)
	}
	if do := schema.Properties["do"].Enum; !slices.Equal(do, lookEnum) || len(lookTakes) != len(do) {
		t.Errorf("there is %v to do, and %v is read", do, lookEnum)
	}
	for _, name := range lookProps.Names {
		if _, ok := schema.Properties[name]; !ok {
			t.Errorf("the schema does not have %s", name)
		}
	}
	if len(schema.Properties) != len(lookProps.Names) {
		t.Errorf("the schema has %d members, %d are read", len(schema.Properties), len(lookProps.Names))
	}
}
