package mcpruntime_test

import (
	"context"
	"fmt"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// A provider gives a value to the parameters that are hidden from callers; what
// this example does by hand is what generated code does for hidden=motto.
func ExampleWithProvider() {
	srv := mcpruntime.NewServer("mottos", "1.0.0",
		mcpruntime.WithProvider("motto", func(context.Context) (string, error) { return "less is more", nil }))
	mcpruntime.RequireProvider[string](srv, "motto", "the parameter text of Motto")
	srv.AddTool(&mcpruntime.Tool{Name: "motto", Input: `{"type":"object"}`, Output: `{"type":"object"}`, Wrapped: true},
		func(ctx context.Context, in *mcpruntime.Reader, out *mcpruntime.Writer) error {
			in.Empty()
			if err := in.Done(); err != nil {
				return err
			}
			text, err := mcpruntime.Provided[string](ctx, "motto")
			out.Raw(`{"result":`)
			out.String(text)
			out.Raw("}")
			return err
		})
	result, err := srv.Call(context.Background(), "motto", nil)
	fmt.Println(result.Text, err)

	srv.RemoveTools("motto")
	_, err = srv.Call(context.Background(), "motto", nil)
	fmt.Println(err)
	// Output:
	// less is more <nil>
	// unknown tool "motto"
}
