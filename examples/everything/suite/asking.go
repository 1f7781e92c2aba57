package suite

//lint:file-ignore SA1019 the deprecated parts of the protocol are served as long as they are there

import (
	"context"
	"fmt"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Account is a form with two fields.
type Account struct {
	Username string `json:"username"`
	Email    string `json:"email"`
}

// Profile is a form whose fields are all filled in already.
type Profile struct {
	Name     string  `json:"name"`
	Age      int     `json:"age"`
	Score    float64 `json:"score"`
	Status   string  `json:"status"`
	Verified bool    `json:"verified"`
}

// Choices is a form with every kind of choice that forms have.
type Choices struct {
	UntitledSingle string   `json:"untitledSingle"`
	TitledSingle   string   `json:"titledSingle"`
	LegacyEnum     string   `json:"legacyEnum"`
	UntitledMulti  []string `json:"untitledMulti"`
	TitledMulti    []string `json:"titledMulti"`
}

// Elicitation asks the user for an account.
//
//mcp:tool name=test_elicitation
func Elicitation(ctx context.Context,
	message string, // what the user is asked
) (string, error) {
	account, err := mcpruntime.Ask[Account](ctx, message)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("User response: %s, %s", account.Username, account.Email), nil
}

// Defaults asks with a form that has a default for each field.
//
//mcp:tool name=test_elicitation_sep1034_defaults
func Defaults(ctx context.Context) (string, error) {
	profile, err := mcpruntime.Ask[Profile](ctx, "Please review your profile.")
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("Elicitation completed: %+v", profile), nil
}

// Enums asks with a form of choices.
//
//mcp:tool name=test_elicitation_sep1330_enums
func Enums(ctx context.Context) (string, error) {
	choices, err := mcpruntime.Ask[Choices](ctx, "Please choose.")
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("Elicitation completed: %+v", choices), nil
}

// Sampling has the model of the client answer.
//
//mcp:tool name=test_sampling
func Sampling(ctx context.Context,
	prompt string, // what the model is asked
) (string, error) {
	said, err := mcpruntime.Sample(ctx, say(prompt, 100))
	if err != nil {
		return "", err
	}
	return "LLM response: " + said.Text, nil
}

// MissingCapability needs a client with a model; the call of another one ends
// with the error that says so.
//
//mcp:tool name=test_missing_capability
func MissingCapability(ctx context.Context) (string, error) {
	said, err := mcpruntime.Sample(ctx, say("Say hello.", 50))
	if err != nil {
		return "", err
	}
	return said.Text, nil
}

// say is a conversation that begins with a text of the user.
func say(text string, tokens int64) *mcp.CreateMessageParams {
	return &mcp.CreateMessageParams{
		Messages:  []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}},
		MaxTokens: tokens,
	}
}
