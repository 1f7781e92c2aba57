package suite

import (
	"context"
	"fmt"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// Account is a form with two fields.
type Account struct {
	Username string `json:"username"`
	Email    string `json:"email"`
}

// Profile is a form whose fields are all filled in already.
type Profile struct {
	//mcp:field default="John Doe"
	Name string `json:"name"`
	//mcp:field default=30
	Age int `json:"age"`
	//mcp:field default=95.5
	Score float64 `json:"score"`
	//mcp:field default=active
	Status Status `json:"status"`
	//mcp:field default=true
	Verified bool `json:"verified"`
}

// Status is what an account is.
type Status string

// The states, which need no titles.
const (
	Active   Status = "active"
	Inactive Status = "inactive"
	Pending  Status = "pending"
)

// Choices is a form with every kind of choice that forms have.
type Choices struct {
	UntitledSingle Option   `json:"untitledSingle,omitempty"`
	TitledSingle   Value    `json:"titledSingle,omitempty"`
	LegacyEnum     Opt      `json:"legacyEnum,omitempty"`
	UntitledMulti  []Option `json:"untitledMulti,omitempty"`
	TitledMulti    []Value  `json:"titledMulti,omitempty"`
}

// Option is a choice without titles.
type Option string

// The options.
const (
	Option1 Option = "option1"
	Option2 Option = "option2"
	Option3 Option = "option3"
)

// Value is a choice with titles.
type Value string

// The values.
const (
	Value1 Value = "value1" // First Option
	Value2 Value = "value2" // Second Option
	Value3 Value = "value3" // Third Option
)

// Opt is a choice with titles, which the form has by hand.
type Opt string

// The opts.
const (
	Opt1 Opt = "opt1"
	Opt2 Opt = "opt2"
	Opt3 Opt = "opt3"
)

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
	said, err := mcpruntime.Sample(ctx, mcpruntime.SampleRequest{Prompt: prompt, MaxTokens: 100})
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
	said, err := mcpruntime.Sample(ctx, mcpruntime.SampleRequest{Prompt: "Say hello.", MaxTokens: 50})
	if err != nil {
		return "", err
	}
	return said.Text, nil
}
