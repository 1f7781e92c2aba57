//lint:file-ignore SA1019 sampling and roots are deprecated since 2026-07-28, and part of it and of all revisions before

package mcpruntime

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// text calls a tool without arguments and returns the text of its result.
func (c *Client) text(t *testing.T, tool string) (string, error) {
	t.Helper()
	result, err := c.CallToolResult(t.Context(), tool, NewWriter())
	if err != nil {
		return "", err
	}
	return textOf(result.Content), nil
}

func TestWithSampling(t *testing.T) {
	request := SampleRequest{
		System: "Be brief.", MaxTokens: 50, Temperature: 0.5, StopSequences: []string{"."}, Models: []string{"small"}, Speed: 1,
		Messages: []SampleMessage{{Text: "Hello."}, {Assistant: true, Text: "Hi."}, {Content: &mcp.ImageContent{Data: []byte{1}, MIMEType: "image/png"}}},
	}
	a := newAsker()
	addTool(a.Server, "model", func(ctx context.Context, out *Writer) error {
		said, err := Sample(ctx, request)
		if err == nil {
			out.Content(TextContent{Text: fmt.Sprintf("%s, %d, %s, %s", said.Text, len(said.Content), said.Model, said.StopReason)})
		}
		return err
	})
	var got SampleRequest
	answer := func(said Sampled, err error) []ClientOption {
		return []ClientOption{WithSampling(func(_ context.Context, r SampleRequest) (Sampled, error) {
			got = r
			return said, err
		})}
	}
	two := []mcp.Content{&mcp.TextContent{Text: "a"}, &mcp.TextContent{Text: "b"}}
	for want, said := range map[string]Sampled{
		"Hi!, 1, m, endTurn": {Text: "Hi!", Model: "m", StopReason: "endTurn"},
		"a\nb, 2, m, ":       {Content: two, Model: "m"},
	} {
		asked(t, a, answer(said, nil), func(t *testing.T, c *Client) {
			if text, err := c.text(t, "model"); err != nil || text != want {
				t.Errorf("got %q, %v, want %q", text, err, want)
			}
			if !reflect.DeepEqual(got, request) {
				t.Errorf("asked %+v\nwant  %+v", got, request)
			}
		})
	}
	for want, opts := range map[string][]ClientOption{
		"not now": answer(Sampled{}, errors.New("not now")), "said nothing": answer(Sampled{}, nil), "sampling": nil,
	} {
		asked(t, a, opts, func(t *testing.T, c *Client) {
			if text, err := c.text(t, "model"); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %q, %v, want %s", text, err, want)
			}
		})
	}
}

// A server that takes no notice of what a client can do is refused.
func TestWithSamplingHasNoTools(t *testing.T) {
	o := collectClient([]ClientOption{WithSampling(func(context.Context, SampleRequest) (Sampled, error) {
		t.Error("asked")
		return Sampled{}, nil
	})})
	_, err := o.createMessage(t.Context(), &mcp.CreateMessageWithToolsRequest{Params: &mcp.CreateMessageWithToolsParams{Tools: []*mcp.Tool{{Name: "t"}}}})
	if err == nil || !strings.Contains(err.Error(), "cannot call tools") {
		t.Error(err)
	}
	if o.sdk().Capabilities.Sampling.Tools != nil {
		t.Error("says that it can")
	}
}

func TestWithRoots(t *testing.T) {
	a := newAsker()
	addTool(a.Server, "folders", func(ctx context.Context, out *Writer) error {
		roots, err := Roots(ctx)
		if err == nil {
			out.Content(TextContent{Text: fmt.Sprint(roots)})
		}
		return err
	})
	for want, opts := range map[string][]ClientOption{
		"[{file:///a a} {file:///b }]": {WithRoots(Root{URI: "file:///a", Name: "a"}, Root{URI: "file:///b"})},
		"[]":                           {WithRoots()},
	} {
		asked(t, a, opts, func(t *testing.T, c *Client) {
			if text, err := c.text(t, "folders"); err != nil || text != want {
				t.Errorf("got %q, %v, want %q", text, err, want)
			}
		})
	}
	asked(t, a, nil, func(t *testing.T, c *Client) {
		if text, err := c.text(t, "folders"); err == nil || !strings.Contains(err.Error(), "roots") {
			t.Errorf("got %q, %v", text, err)
		}
	})
	if _, err := a.Local(t.Context(), WithRoots(Root{URI: "/a"})); err == nil || !strings.Contains(err.Error(), "file://") {
		t.Errorf("a root that is no URI: %v", err)
	}
}

// Each report is heard before the function goes on, and none after the call.
func TestOnProgress(t *testing.T) {
	heard := make(chan string, 10)
	a := newAsker()
	addTool(a.Server, "steps", func(ctx context.Context, _ *Writer) error {
		for i := 1.0; i <= 2; i++ {
			Progress(ctx, i, 2, "step")
			if got, want := <-heard, fmt.Sprint(i, " of 2 step"); got != want {
				return fmt.Errorf("heard %s, want %s", got, want)
			}
		}
		return nil
	})
	read := func(ctx context.Context, _ Vars) (Contents, error) {
		Progress(ctx, 1, 0, "")
		return Text(<-heard), nil
	}
	a.AddResource(&Resource{URI: "note://slow", Name: "slow"}, read)
	a.AddPrompt(&Prompt{Name: "slow"}, func(ctx context.Context, _ Args) (Messages, error) {
		contents, err := read(ctx, Vars{})
		return UserText(contents.Text()), err
	})
	asked(t, a, nil, func(t *testing.T, c *Client) {
		ctx := OnProgress(t.Context(), func(done, total float64, message string) {
			heard <- strings.TrimSpace(fmt.Sprint(done, " of ", total, " ", message))
		})
		if _, err := c.CallTool(ctx, "steps", NewWriter()); err != nil {
			t.Error(err)
		}
		if text, err := c.ReadText(ctx, "note://slow"); err != nil || text != "1 of 0" {
			t.Error(text, err)
		}
		if text, err := c.GetPromptText(ctx, "slow", nil); err != nil || text != "1 of 0" {
			t.Error(text, err)
		}
		if len(c.progress.calls) > 0 {
			t.Error("calls that have returned are still listened to")
		}
	})
}

// What comes late, or for nobody, is dropped.
func TestProgressAfterTheCall(t *testing.T) {
	var l progressListeners
	params := &mcp.CallToolParams{}
	told := 0
	stop := l.listen(OnProgress(t.Context(), func(float64, float64, string) { told++ }), params)
	call := l.calls[params.GetProgressToken().(string)]
	say := func(token any) {
		l.notified(t.Context(), &mcp.ProgressNotificationClientRequest{Params: &mcp.ProgressNotificationParams{ProgressToken: token, Progress: 1}})
	}
	say(params.GetProgressToken())
	say("another")
	say(1.0)
	stop()
	say(params.GetProgressToken())
	l.calls[params.GetProgressToken().(string)] = call // found just before the call returned
	say(params.GetProgressToken())
	if told != 1 {
		t.Errorf("told %d times", told)
	}
}
