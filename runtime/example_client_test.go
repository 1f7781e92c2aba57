package mcpruntime_test

import (
	"context"
	"fmt"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// A client that is asked shows the question to its user. Here the user always
// says yes.
func ExampleWithForms() {
	srv := mcpruntime.NewServer("files", "1.0.0")
	srv.AddTool(&mcpruntime.Tool{Name: "wipe", Input: `{"type":"object"}`}, func(ctx context.Context, in *mcpruntime.Reader, _ *mcpruntime.Writer) error {
		in.Empty()
		if err := in.Done(); err != nil {
			return err
		}
		return mcpruntime.Approve(ctx)
	})

	ctx := context.Background()
	client, err := srv.Local(ctx, mcpruntime.WithForms(func(_ context.Context, message string, schema []byte) ([]byte, error) {
		fmt.Println(message)
		return []byte(`{"approve":true}`), nil
	}))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	_, err = client.CallTool(ctx, "wipe", mcpruntime.NewWriter())
	fmt.Println(err)
	// Output:
	// Run wipe?
	// <nil>
}
