package mcpruntime

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
)

var everyContent = Messages{
	{User, TextContent{Text: "text"}},
	{Assistant, ImageContent{Data: []byte{1, 2}, MIME: "image/png"}},
	{User, AudioContent{Data: []byte{3}, MIME: "audio/wav"}},
	{User, ResourceLink{URI: "a://b", Name: "b", Title: "B", Description: "bee", MIME: "text/plain"}},
	{User, EmbeddedResource{URI: "a://c", MIME: "text/plain", Text: "c"}},
	{User, EmbeddedResource{URI: "a://d", Blob: []byte{4, 5}}},
	{User, EmbeddedResource{URI: "a://e"}},
	{User, TextContent{}},
}

// newPrompter is a server whose prompts have messages and typed arguments.
func newPrompter() *Server {
	s := NewServer("prompter", "1", WithLimits(Limits{ResultBytes: 100}))
	AddForm(s, personSchema, readPerson)
	prompt := func(name string, messages ...Message) {
		s.AddPrompt(&Prompt{Name: name}, func(context.Context, Args) (Messages, error) { return messages, nil })
	}
	prompt("every", everyContent...)
	prompt("none")
	prompt("zero role", Message{Content: TextContent{Text: "x"}})
	prompt("no content", Message{})
	prompt("system", Message{"system", TextContent{}})
	prompt("large", Message{User, TextContent{Text: strings.Repeat("x", 60)}}, Message{User, ImageContent{Data: make([]byte, 60)}})
	s.AddPrompt(&Prompt{Name: "greet", Args: []PromptArg{{Name: "name", Required: true}, {Name: "age"}}}, func(ctx context.Context, args Args) (Messages, error) {
		in := args.Reader()
		p := readPerson(in)
		if err := in.Done(); err != nil {
			return nil, err
		}
		answer, err := Ask[person](ctx, p.Name+", how old is your friend?")
		if err != nil {
			return nil, err
		}
		return append(UserText(p.Name), UserText(answer.Name)...), nil
	})
	return s
}

func TestPromptMessages(t *testing.T) {
	withUsers(t, &asker{Server: newPrompter()}, canEverything, func(t *testing.T, u *user) {
		for name, want := range map[string]Messages{
			"every": everyContent, "none": {}, "zero role": UserText("x"),
		} {
			if got, err := u.GetPrompt(t.Context(), name, nil); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %+v, %v", name, got, err)
			}
		}
		for name, want := range map[string]string{
			"no content": CodeInternal, "system": CodeInternal, "large": CodeTooLarge,
		} {
			_, err := u.GetPrompt(t.Context(), name, nil)
			if e := (*Error)(nil); !errors.As(err, &e) || e.Code != want {
				t.Errorf("%s: %v, want %s", name, err, want)
			}
		}
		if _, err := u.GetPromptMessage(t.Context(), "every", nil); err == nil || err.Error() != `prompt "every" has 8 messages, want 1` {
			t.Errorf("one of eight: %v", err)
		}
	})
}

// A prompt reads its arguments as a tool does, and can ask its user.
func TestPromptAsks(t *testing.T) {
	withUsers(t, &asker{Server: newPrompter()}, canEverything, func(t *testing.T, u *user) {
		got, err := u.GetPrompt(t.Context(), "greet", map[string]string{"name": "Eve", "age": "36"})
		if want := (Messages{UserText("Eve")[0], UserText("Ada")[0]}); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, %v", got, err)
		}
		_, err = u.GetPrompt(t.Context(), "greet", map[string]string{"name": "Eve", "age": "old"})
		if e := (*Error)(nil); !errors.As(err, &e) || e.Code != CodeBadArgument || e.Message != `bad arguments: /age: want integer from 0 to 150, got string "old"` {
			t.Errorf("%v", err)
		}
	})
}

func TestTexts(t *testing.T) {
	w := NewWriter()
	w.Raw(`{"s":"a\"b","n":-1.50e3,"b":true,"null":null,"empty":""}`)
	got, err := w.Texts()
	if want := map[string]string{"s": `a"b`, "n": "-1.50e3", "b": "true", "empty": ""}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	w = NewWriter()
	w.Fail("no")
	if _, err := w.Texts(); err == nil {
		t.Error("what cannot be written has texts")
	}
}
