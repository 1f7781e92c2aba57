package mcpruntime

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"
)

// lines is a client on stdio that says and sees just the bytes of messages, and
// whose user can be asked.
type lines struct {
	t      *testing.T
	to     io.Writer
	from   chan string
	modern bool
	sent   int
}

const canElicit = `{"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{}}`

func newLines(t *testing.T, s *Server, modern bool) *lines {
	t.Helper()
	stdin, to := io.Pipe()
	from, stdout := io.Pipe()
	l := &lines{t: t, to: to, from: make(chan string, 100), modern: modern}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		run(t.Context(), opened(s), nil, stdin, stdout, io.Discard)
		_ = stdout.Close()
	}()
	go func() {
		for scan := bufio.NewScanner(from); scan.Scan(); {
			l.from <- scan.Text()
		}
	}()
	t.Cleanup(func() { _ = to.Close(); <-ended })
	if !modern {
		l.send(strings.Replace(legacyHello, `"capabilities":{}`, `"capabilities":`+canElicit, 1))
		l.next()
	}
	return l
}

func (l *lines) send(line string) {
	l.t.Helper()
	if _, err := io.WriteString(l.to, line); err != nil {
		l.t.Error(err)
	}
}

// next returns the next message of the server.
func (l *lines) next() string {
	l.t.Helper()
	select {
	case line := <-l.from:
		return line
	case <-time.After(10 * time.Second):
		l.t.Fatal("the server says nothing")
		return ""
	}
}

// request sends a request; what comes next may be its answer.
func (l *lines) request(method, params string) string {
	l.t.Helper()
	l.sent++
	l.send(strings.Replace(request(l.sent, method, params, l.modern), `clientCapabilities":{}`, `clientCapabilities":`+canElicit, 1))
	return l.next()
}

// answer answers a question that the server has asked in a request of its own.
func (l *lines) answer(question, result string) string {
	l.t.Helper()
	var asked struct{ ID json.RawMessage }
	if err := json.Unmarshal([]byte(question), &asked); err != nil || asked.ID == nil {
		l.t.Fatalf("%s is no question", question)
	}
	l.send(`{"jsonrpc":"2.0","id":` + string(asked.ID) + `,"result":` + result + "}\n")
	return l.next()
}

// What asks is answered alike, whether it is a tool, a resource or a prompt: by
// the type of the result, the questions, the state, and nothing half made.
func TestAskOnTheWire(t *testing.T) {
	l := newLines(t, newAsker().Server, true)
	for method, params := range map[string]string{
		"tools/call": `"name":"greet","arguments":{}`, "resources/read": `"uri":"ask://me"`, "prompts/get": `"name":"ask"`,
	} {
		var first struct{ Result map[string]json.RawMessage }
		text := l.request(method, "{"+params+"}")
		if err := json.Unmarshal([]byte(text), &first); err != nil {
			t.Fatal(err)
		}
		if string(first.Result["resultType"]) != `"input_required"` || strings.Contains(text, "null") || strings.Contains(text, `""`) {
			t.Errorf("%s: %s", method, text)
		}
		var questions map[string]struct{ Method string }
		if err := json.Unmarshal(first.Result["inputRequests"], &questions); err != nil || len(questions) != 1 {
			t.Fatalf("%s: %s", method, text)
		}
		for key, question := range questions {
			if question.Method != "elicitation/create" {
				t.Errorf("%s asks by %s", method, question.Method)
			}
			text = l.request(method, `{`+params+`,"requestState":`+string(first.Result["requestState"])+`,"inputResponses":{"`+key+`":{"action":"accept","content":{"name":"Ada"}}}}`)
		}
		if !strings.Contains(text, `"resultType":"complete"`) || !strings.Contains(text, " Ada") {
			t.Errorf("%s, answered: %s", method, text)
		}
	}
}

// What is no tool can need approval too: the user sees the URI.
func TestApproveResource(t *testing.T) {
	a := newAsker()
	a.AddResource(&Resource{URI: "secret://{+name}", Template: true, Name: "secret"}, func(ctx context.Context, _ Vars) (Contents, error) {
		return Text("it is 7"), Approve(ctx)
	})
	bothGenerations(t, func(t *testing.T, modern bool) {
		text := newLines(t, a.Server, modern).request("resources/read", `{"uri":"secret://a"}`)
		if !strings.Contains(text, `"message":"Run secret://a?"`) || strings.Contains(text, "it is 7") {
			t.Error(text)
		}
	})
}

// What is no answer is refused in words that say nothing of Go, and with a code.
func TestWrongAnswersOnTheWire(t *testing.T) {
	l := newLines(t, newAsker().Server, false)
	form, model := `no answer to \"Who are you?\": `, "no answer to the request to a model: "
	for _, c := range []struct{ tool, answer, code, want string }{
		{"greet", `"yes"`, CodeBadArgument, form + "what came cannot be read"},
		{"greet", `[]`, CodeBadArgument, form + "what came cannot be read"},
		{"greet", `null`, CodeBadArgument, form + `the action is \"\", and neither accept, decline nor cancel`},
		{"greet", `{}`, CodeBadArgument, form + `the action is \"\", and neither accept, decline nor cancel`},
		{"greet", `{"action":"agree"}`, CodeBadArgument, form + `the action is \"agree\", and neither accept, decline nor cancel`},
		{"greet", `{"action":7}`, CodeBadArgument, form + "what came cannot be read"},
		{"greet", `{"action":"accept","content":7}`, CodeBadArgument, form + "what came cannot be read"},
		{"greet", `{"action":"accept"}`, CodeBadArgument, `the answer to \"Who are you?\" does not fit: `},
		{"greet", `{"action":"accept","content":{"name":""}}`, CodeBadArgument, `the answer to \"Who are you?\" does not fit: `},
		{"greet", `{"action":"accept","content":{"name":"Ada","age":"x"}}`, CodeBadArgument, `the answer to \"Who are you?\" does not fit: `},
		{"delete", `{"action":"accept","content":{"approve":"yes"}}`, CodeBadArgument, `does not fit: `},
		{"visit", `{"action":"go"}`, CodeBadArgument, `no answer to \"Sign in.\": the action is \"go\"`},
		{"sample", `{}`, CodeBadArgument, model},
		{"sample", `7`, CodeBadArgument, model + "what came cannot be read"},
		{"sample", `{"role":"assistant","model":"m","content":{"type":"smell"}}`, CodeBadArgument, model + "what came cannot be read"},
		{"sample", `{"role":"assistant","model":"m","content":[]}`, CodeBadArgument, model + "it has no content"},
		{"all", `{"action":"decline"}`, CodeDeclined, "the user declined: Who?"},
	} {
		text := l.answer(l.request("tools/call", `{"name":"`+c.tool+`","arguments":{}}`), c.answer)
		for i := 0; c.tool == "all" && i < 2; i++ {
			text = l.answer(text, `{}`)
		}
		if !strings.Contains(text, c.want) || !strings.Contains(text, `"code":"`+c.code+`"`) || !strings.Contains(text, `"isError":true`) {
			t.Errorf("%s %s:\n got %s\nwant %s", c.tool, c.answer, text, c.want)
		}
		for _, word := range []string{"Go ", "mcp.", "json:", "schema", "unmarshal", "interface"} {
			if strings.Contains(text, word) {
				t.Errorf("%s %s: %s says %q", c.tool, c.answer, text, word)
			}
		}
	}
	question := l.request("tools/call", `{"name":"greet","arguments":{}}`)
	l.send(question[:strings.Index(question, `"method"`)] + `"error":{"code":-1,"message":"no screen"}}` + "\n")
	if text := l.next(); !strings.Contains(text, `the client does not ask \"Who are you?\": no screen`) || !strings.Contains(text, `"code":"cannot_ask"`) {
		t.Error(text)
	}
}
