//go:build unix

package e2e

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"testing"
)

// handleID stands in the parameters of requests for the name that the server
// gave the value that was kept last.
const handleID = "{id}"

var handleRef = regexp.MustCompile(`#([A-Za-z][0-9A-Za-z]*)`)

// handles fills in what a plan cannot know: the names of handles. The scripts
// below npm do the same.
type handles struct{ id string }

// fill returns a request with the name in place.
func (h handles) fill(r request) (request, error) {
	if !r.usesHandle() {
		return r, nil
	}
	text, err := json.Marshal(r.Params)
	if err != nil {
		return r, err
	}
	r.Params = nil // a map would be filled, and it is that of the plan
	return r, json.Unmarshal(bytes.ReplaceAll(text, []byte(handleID), []byte(h.id)), &r.Params)
}

// note remembers the handle in an answer that is kept; "" when there is none,
// which no later request can do with.
func (h *handles) note(r request, o outcome) {
	if !r.Keep {
		return
	}
	h.id = ""
	var res result
	if json.Unmarshal(o.Result, &res) != nil {
		return
	}
	if m := handleRef.FindStringSubmatch(res.text()); m != nil {
		h.id = m[1]
	}
}

// usesHandle reports whether a request is about what an earlier one has kept.
func (r request) usesHandle() bool {
	text, err := json.Marshal(r.Params)
	return err == nil && bytes.Contains(text, []byte(handleID))
}

func TestHandles(t *testing.T) {
	var h handles
	looking := tool("handle", args{"handle": "#" + handleID, "do": "count"}, want{})
	for _, c := range []struct{ answer, want string }{
		{`{"content":[{"type":"text","text":"a: #R1x 40 rows, #R2 too"}]}`, "#R1x"},
		{`{"content":[{"type":"text","text":"a: 40 rows"}]}`, "#"},
		{`{"content":[]}`, "#"},
	} {
		h.note(request{Keep: true}, got(c.answer))
		h.note(request{}, got(`{"content":[{"type":"text","text":"#R9"}]}`))
		filled, err := h.fill(looking)
		if err != nil || filled.Params["arguments"].(args)["handle"] != c.want {
			t.Errorf("%s: %v, %v", c.answer, filled.Params, err)
		}
		if !looking.usesHandle() || filled.usesHandle() {
			t.Errorf("the request of the plan has changed: %v", looking.Params)
		}
	}
}

// A client that connects anew for each request meets other servers over stdio.
func TestPlainPlan(t *testing.T) {
	s := server{plan: []request{{Method: "tools/list"}, {Method: "completion/complete"}, tool("handle", args{"handle": "#" + handleID}, want{})}}
	for transport, n := range map[string]int{stdio: 1, overHTTP: 2} {
		if plan := (client{plain: true}).plan(s, transport); len(plan) != n {
			t.Errorf("%s: %d requests, want %d", transport, len(plan), n)
		}
		if plan := (client{}).plan(s, transport); !slices.EqualFunc(plan, s.plan, func(a, b request) bool { return a.Method == b.Method }) {
			t.Errorf("%s: a client that keeps its connection leaves something out", transport)
		}
	}
}
