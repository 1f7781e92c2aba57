package mcpruntime

import (
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// What is cancelled is not answered, whether its function has begun or not, and
// nothing else goes without an answer.
func TestCancelledIsNotAnswered(t *testing.T) {
	s := newTestServer()
	cancel := func(id string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s}}`+"\n", id)
	}
	bothGenerations(t, func(t *testing.T, modern bool) {
		input := request(1, "tools/call", `{"name":"sleep"}`, modern) + cancel("1") + cancel(`"1"`) + cancel("7") + cancel("null") + cancel("{}") +
			`{"jsonrpc":"2.0","method":"notifications/cancelled"}` + "\n" + request(2, "tools/call", `{"name":"rest"}`, modern)
		if !modern {
			input = legacyHello + input
		}
		answers := talk(t, s, input)
		if answer, there := answers["1"]; there {
			t.Errorf("the cancelled call is answered: %s", answer)
		}
		if !strings.Contains(string(answers["2"]), "rested") { // a second later: the first could have been
			t.Errorf("the other call: %s", answers["2"])
		}
	})
}

// Only the answer to a call that was open when it was cancelled is dropped, and
// once.
func TestOpenCallsDrop(t *testing.T) {
	o := newOpenCalls(true)
	id := func(v any) jsonrpc.ID {
		made, err := jsonrpc.MakeID(v)
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	call := func(v any) { o.received(&jsonrpc.Request{ID: id(v), Method: "tools/call"}) }
	cancel := func(v string) {
		o.received(&jsonrpc.Request{Method: methodCancelled, Params: []byte(`{"requestId":` + v + `}`)})
	}
	drops := func(v any, want bool) {
		t.Helper()
		answer := &jsonrpc.Response{ID: id(v)}
		if got := o.drops(answer); got != want {
			t.Errorf("the answer to %v is dropped: %t", v, got)
		}
		o.sent(answer)
	}
	call(1.0)
	cancel("1")
	drops("1", false)
	drops(1.0, true)
	drops(1.0, false)
	cancel("2") // before it comes, or after it was answered
	call(2.0)
	drops(2.0, false)
	cancel("2")
	drops(2.0, false)
	call("a")
	cancel(`"a"`)
	call("a") // again, which the other side wants
	drops("a", false)
	o.received(&jsonrpc.Request{ID: id(3.0), Method: methodListen})
	cancel("3") // which ends it, with an answer
	drops(3.0, false)
	if len(o.dropped) > 0 || len(o.ids) > 0 {
		t.Errorf("left: %v %v", o.dropped, o.ids)
	}
}
