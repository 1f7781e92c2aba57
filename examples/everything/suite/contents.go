package suite

import (
	_ "embed"
	"encoding/json"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// dot is a PNG image of one pixel.
//
//go:embed dot.png
var dot []byte

// silence is a WAV recording of nothing.
//
//go:embed silence.wav
var silence []byte

// Image returns an image.
//
//mcp:tool name=test_image_content readonly
func Image() mcpruntime.ImageContent {
	return mcpruntime.ImageContent{Data: dot, MIME: "image/png"}
}

// Audio returns a recording.
//
//mcp:tool name=test_audio_content readonly
func Audio() mcpruntime.AudioContent {
	return mcpruntime.AudioContent{Data: silence, MIME: "audio/wav"}
}

// Embedded returns a resource.
//
//mcp:tool name=test_embedded_resource readonly
func Embedded() mcpruntime.EmbeddedResource {
	return mcpruntime.EmbeddedResource{URI: "test://embedded-resource", MIME: "text/plain", Text: "This is an embedded resource content."}
}

// Mixed returns a text, an image and a resource.
//
//mcp:tool name=test_multiple_content_types readonly
func Mixed() []mcpruntime.Content {
	return []mcpruntime.Content{
		mcpruntime.TextContent{Text: "Multiple content types test:"},
		Image(),
		mcpruntime.EmbeddedResource{URI: "test://mixed-content-resource", MIME: "application/json", Text: `{"test":"data","value":123}`},
	}
}

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

// FirstArgument completes the first argument of test_prompt_with_arguments.
//
//mcp:complete prompt=test_prompt_with_arguments arg=arg1
func FirstArgument(_ string) []string { return []string{"testValue1", "testValue2"} }

// PromptWithImage shows an image.
//
//mcp:prompt name=test_prompt_with_image
func PromptWithImage() mcpruntime.Messages {
	return mcpruntime.Messages{
		{Content: Image()},
		{Content: mcpruntime.TextContent{Text: "Please analyze the image above."}},
	}
}

// PromptWithResource shows a resource.
//
//mcp:prompt name=test_prompt_with_embedded_resource
//mcp:param uri name=resourceUri
func PromptWithResource(
	uri string, // the URI of the resource
) mcpruntime.Messages {
	return mcpruntime.Messages{
		{Content: mcpruntime.EmbeddedResource{URI: uri, MIME: "text/plain", Text: "Embedded resource content for testing."}},
		{Content: mcpruntime.TextContent{Text: "Please process the embedded resource above."}},
	}
}
