package suite

import (
	"context"
	"fmt"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// The forms of the questions below, with one field each.
type (
	// Name is asked for.
	Name struct {
		Name string `json:"name"`
	}
	// Color is asked for.
	Color struct {
		Color string `json:"color"`
	}
	// Consent is a box to tick.
	Consent struct {
		OK bool `json:"ok"`
	}
	// Topic is what a prompt is about.
	Topic struct {
		Context string `json:"context"`
	}
)

// RoundElicitation greets the user by the name that it asks for.
//
//mcp:tool name=test_input_required_result_elicitation
func RoundElicitation(ctx context.Context) (string, error) {
	user, err := mcpruntime.Ask[Name](ctx, "What is your name?", mcpruntime.Key("user_name"), mcpruntime.Unasked())
	if err != nil {
		return "", err
	}
	return "Hello, " + user.Name + "!", nil
}

// RoundSampling has the model of the client answer a question.
//
//mcp:tool name=test_input_required_result_sampling
func RoundSampling(ctx context.Context) (string, error) {
	said, err := mcpruntime.Sample(ctx, mcpruntime.SampleRequest{Prompt: "What is the capital of France?", MaxTokens: 100}, mcpruntime.Key("capital_question"))
	if err != nil {
		return "", err
	}
	return "The model says: " + said.Text, nil
}

// RoundRoots lists the folders of the client.
//
//mcp:tool name=test_input_required_result_list_roots
func RoundRoots(ctx context.Context) (string, error) {
	roots, err := mcpruntime.Roots(ctx, mcpruntime.Key("client_roots"))
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("%d folders:", len(roots))
	for _, root := range roots {
		text += " " + root.URI
	}
	return text, nil
}

// RoundState is told by the state that comes back which call is going on.
//
//mcp:tool name=test_input_required_result_request_state
func RoundState(ctx context.Context) (string, error) {
	consent, err := mcpruntime.Ask[Consent](ctx, "Please confirm.", mcpruntime.Key("confirm"))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("state-ok, confirmed: %t", consent.OK), nil
}

// RoundTampered refuses a state that was changed on the way.
//
//mcp:tool name=test_input_required_result_tampered_state
func RoundTampered(ctx context.Context) (string, error) { return RoundState(ctx) }

// RoundSeveral asks three things at once.
//
//mcp:tool name=test_input_required_result_multiple_inputs
func RoundSeveral(ctx context.Context) (string, error) {
	user := mcpruntime.NewForm[Name]("What is your name?", mcpruntime.Key("user_name"))
	greeting := mcpruntime.NewSampling(mcpruntime.SampleRequest{Prompt: "Write a greeting.", MaxTokens: 50}, mcpruntime.Key("greeting"))
	roots := mcpruntime.NewRoots(mcpruntime.Key("client_roots"))
	if err := mcpruntime.AskAll(ctx, user, greeting, roots); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s, %s (%d folders)", greeting.Value.Text, user.Value.Name, len(roots.Value)), nil
}

// RoundTwice asks a second question after the first.
//
//mcp:tool name=test_input_required_result_multi_round
func RoundTwice(ctx context.Context) (string, error) {
	user, err := mcpruntime.Ask[Name](ctx, "What is your name?", mcpruntime.Key("step1"))
	if err != nil {
		return "", err
	}
	favourite, err := mcpruntime.Ask[Color](ctx, "Which color do you like, "+user.Name+"?", mcpruntime.Key("step2"))
	if err != nil {
		return "", err
	}
	return user.Name + " likes " + favourite.Color + ".", nil
}

// RoundAbilities asks the user where there is one to ask, else the model.
//
//mcp:tool name=test_input_required_result_capabilities
func RoundAbilities(ctx context.Context) (string, error) {
	if mcpruntime.ClientCan(ctx).Form {
		return RoundElicitation(ctx)
	}
	return RoundSampling(ctx)
}

// RoundPrompt asks what the prompt is to be about.
//
//mcp:prompt name=test_input_required_result_prompt
func RoundPrompt(ctx context.Context) (string, error) {
	topic, err := mcpruntime.Ask[Topic](ctx, "What context should the prompt use?", mcpruntime.Key("user_context"))
	if err != nil {
		return "", err
	}
	return "Use this context: " + topic.Context, nil
}
