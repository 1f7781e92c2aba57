//go:build unix

package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// request is one request of a plan, with what must come of it.
type request struct {
	Method string         `json:"method"`
	Params map[string]any `json:"params,omitempty"`
	// Progress asks to be told of it.
	Progress bool `json:"progress,omitempty"`
	// Answers are what the user fills in, form by form; of one who is asked
	// more the answer is no.
	Answers []args `json:"answers,omitempty"`
	// Keep keeps the first handle in the text of the answer: "{id}" in the
	// parameters of later requests stands for its name.
	Keep bool `json:"keep,omitempty"`
	// later is for requests that rest on earlier ones to the same server, and for
	// those that say nothing new of a client that begins anew with each.
	later bool
	want  want
}

// demanding reports whether a request needs a client that keeps its connection,
// is told of progress, asks a user or completes arguments.
func (r request) demanding() bool {
	return r.later || r.Progress || r.Answers != nil || r.Method == "completion/complete"
}

// want says what must come of a request. What is empty is not looked at, less
// failed: a result that is a tool error needs it, another must not have it.
type want struct {
	names      []string // what a list holds, in any order: names, for resources URIs
	has        []string // some of that
	values     []string // completions
	progress   int      // how often the client was told of progress, at least
	text       string   // all text of the result, one line each part
	contains   []string // parts of that text, or of the message of an error
	structured string   // structuredContent as JSON; "*" stands for any value
	mime       string   // the type of the contents
	failed     bool     // a tool error
	code       int      // a JSON-RPC error
}

// outcome is what a client made of the answer to a request: a result as the
// protocol has it, or an error.
type outcome struct {
	Result json.RawMessage `json:"result"`
	Error  *callError      `json:"error"`
	// Progress is how often the client was told of it.
	Progress int `json:"progress"`
}

// callError is an error of JSON-RPC or of the client itself. The Inspector has
// words for codes.
type callError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// result holds the members that results of any method have.
type result struct {
	Tools             []listed `json:"tools"`
	Resources         []listed `json:"resources"`
	ResourceTemplates []listed `json:"resourceTemplates"`
	Prompts           []listed `json:"prompts"`

	Content           []part          `json:"content"`
	StructuredContent json.RawMessage `json:"structuredContent"`
	IsError           bool            `json:"isError"`
	Contents          []part          `json:"contents"`
	Messages          []struct {
		Content part `json:"content"`
	} `json:"messages"`
	Completion struct {
		Values []string `json:"values"`
	} `json:"completion"`
}

type listed struct {
	Name        string `json:"name"`
	URI         string `json:"uri"`
	URITemplate string `json:"uriTemplate"`
}

type part struct {
	Text     string `json:"text"`
	MIMEType string `json:"mimeType"`
}

// verify holds an outcome against what is wanted.
func (r request) verify(o outcome) error {
	err := r.want.verify(o)
	if err != nil {
		params, _ := json.Marshal(r.Params) // for reading only
		return fmt.Errorf("%s %s: %w", r.Method, params, err)
	}
	return nil
}

func (w want) verify(o outcome) error {
	if o.Error != nil {
		return w.verifyError(*o.Error)
	}
	if w.code != 0 {
		return fmt.Errorf("want error %d, got the result %s", w.code, o.Result)
	}
	var res result
	if err := json.Unmarshal(o.Result, &res); err != nil {
		return fmt.Errorf("no result: %w: %s", err, o.Result)
	}
	if o.Progress < w.progress {
		return fmt.Errorf("told of progress %d times, want %d", o.Progress, w.progress)
	}
	return errors.Join(w.verifyText(res), w.verifyStructured(res), w.verifyRest(res))
}

func (w want) verifyError(e callError) error {
	byInspector := strings.Trim(e.Code, "-0123456789") != "" && e.Code != "undefined"
	switch {
	case w.code == 0:
		return fmt.Errorf("unexpected error %s: %s", e.Code, e.Message)
	case !byInspector && e.Code != fmt.Sprint(w.code):
		return fmt.Errorf("error %s (%s), want %d", e.Code, e.Message, w.code)
	}
	return containsAll(e.Message, w.contains)
}

func (w want) verifyText(res result) error {
	text := res.text()
	if w.text != "" && text != w.text {
		return fmt.Errorf("text %q, want %q", text, w.text)
	}
	return containsAll(text, w.contains)
}

func (w want) verifyStructured(res result) error {
	if w.structured == "" {
		return nil
	}
	var got, wanted any
	if err := json.Unmarshal([]byte(w.structured), &wanted); err != nil {
		return err
	}
	if err := json.Unmarshal(res.StructuredContent, &got); err != nil {
		return fmt.Errorf("structuredContent: %w", err)
	}
	if !alike(wanted, got) {
		return fmt.Errorf("structuredContent %s, want %s", res.StructuredContent, w.structured)
	}
	return nil
}

func (w want) verifyRest(res result) error {
	if res.IsError != w.failed {
		return fmt.Errorf("isError %v, want %v: %s", res.IsError, w.failed, res.text())
	}
	names := res.names()
	if w.names != nil && !slices.Equal(names, slices.Sorted(slices.Values(w.names))) {
		return fmt.Errorf("the list holds %q, want %q", names, w.names)
	}
	for _, name := range w.has {
		if !slices.Contains(names, name) {
			return fmt.Errorf("the list holds %q, and not %q", names, name)
		}
	}
	if w.values != nil && !slices.Equal(res.Completion.Values, w.values) {
		return fmt.Errorf("completions %q, want %q", res.Completion.Values, w.values)
	}
	for _, c := range res.Contents {
		if w.mime != "" && c.MIMEType != w.mime {
			return fmt.Errorf("contents of type %q, want %q", c.MIMEType, w.mime)
		}
	}
	return nil
}

// text joins all text of a result, a line for each part.
func (r result) text() string {
	parts := slices.Concat(r.Content, r.Contents)
	for _, m := range r.Messages {
		parts = append(parts, m.Content)
	}
	lines := make([]string, len(parts))
	for i, p := range parts {
		lines[i] = p.Text
	}
	return strings.Join(lines, "\n")
}

// names lists what a list holds, sorted.
func (r result) names() []string {
	var names []string
	for _, l := range slices.Concat(r.Tools, r.Resources, r.ResourceTemplates, r.Prompts) {
		switch {
		case l.URI != "":
			names = append(names, l.URI)
		case l.URITemplate != "":
			names = append(names, l.URITemplate)
		default:
			names = append(names, l.Name)
		}
	}
	slices.Sort(names)
	return names
}

func containsAll(text string, parts []string) error {
	for _, p := range parts {
		if !strings.Contains(text, p) {
			return fmt.Errorf("%q does not contain %q", text, p)
		}
	}
	return nil
}

// alike compares decoded JSON; "*" in wanted stands for any value.
func alike(wanted, got any) bool {
	switch w := wanted.(type) {
	case string:
		return w == "*" || w == got
	case []any:
		g, ok := got.([]any)
		return ok && slices.EqualFunc(w, g, alike)
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok || len(g) != len(w) {
			return false
		}
		for name, value := range w {
			if member, there := g[name]; !there || !alike(value, member) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(wanted, got)
}
