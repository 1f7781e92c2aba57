package suite

import (
	_ "embed"
	"encoding/json"
)

// dot is a PNG image of one pixel.
//
//go:embed dot.png
var dot []byte

// silence is a WAV recording of nothing.
//
//go:embed silence.wav
var silence []byte

// StaticText is a resource of text.
//
//mcp:resource uri=test://static-text mime=text/plain
func StaticText() string { return "This is the content of the static text resource." }

// StaticBinary is a resource of bytes.
//
//mcp:resource uri=test://static-binary mime=image/png
func StaticBinary() []byte { return dot }

// Watched is a resource that clients subscribe to.
//
//mcp:resource uri=test://watched-resource mime=text/plain
func Watched() string { return "Watched resource content" }

// Data is a resource for each ID.
//
//mcp:resource uri=test://template/{id}/data mime=application/json
func Data(id string) (string, error) {
	text, err := json.Marshal(struct {
		ID           string `json:"id"`
		TemplateTest bool   `json:"templateTest"`
		Data         string `json:"data"`
	}{id, true, "Data for ID: " + id})
	return string(text), err
}

// SimplePrompt is a prompt without arguments.
//
//mcp:prompt name=test_simple_prompt
func SimplePrompt() string { return "This is a simple prompt for testing." }

// PromptWithArguments is a prompt with two arguments.
//
//mcp:prompt name=test_prompt_with_arguments
//mcp:param first name=arg1
//mcp:param second name=arg2
func PromptWithArguments(
	first string, // the first test argument
	second string, // the second test argument
) string {
	return "Prompt with arguments: arg1='" + first + "', arg2='" + second + "'"
}
