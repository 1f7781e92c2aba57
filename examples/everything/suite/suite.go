// Package suite is what the conformance suite of the Model Context Protocol
// expects of a server: tools, resources and prompts with the names and texts
// that its scenarios ask for. Each is a plain function with a comment; what
// annotations do not say is in byhand.go.
package suite

//go:generate go tool mcpgen

import (
	"context"
	"errors"
	"time"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// step is how long the tools that report on themselves take between two
// reports.
const step = 50 * time.Millisecond

// SimpleText returns a text.
//
//mcp:tool name=test_simple_text readonly
func SimpleText() string { return "This is a simple text response for testing." }

// Failing returns an error, which models see as the result of the call.
//
//mcp:tool name=test_error_handling readonly
func Failing() error {
	//lint:ignore ST1005 the words are those of the suite
	return errors.New("This tool intentionally returns an error for testing")
}

// WithProgress says three times how far it has come.
//
//mcp:tool name=test_tool_with_progress readonly
func WithProgress(ctx context.Context) (string, error) {
	mcpruntime.Progress(ctx, 0, 100, "begun")
	for done := 50.0; done <= 100; done += 50 {
		if err := pause(ctx); err != nil {
			return "", err
		}
		mcpruntime.Progress(ctx, done, 100, "")
	}
	return "Completed in two steps.", nil
}

// WithLogging writes three records to the log, for the client if it wants them.
//
//mcp:tool name=test_tool_with_logging readonly
func WithLogging(ctx context.Context) (string, error) {
	log := mcpruntime.Logger(ctx)
	log.Info("Tool execution started")
	if err := pause(ctx); err != nil {
		return "", err
	}
	log.Info("Tool processing data")
	if err := pause(ctx); err != nil {
		return "", err
	}
	log.Info("Tool execution completed")
	return "Wrote three records.", nil
}

// Logging writes to the log of a client that may not have asked for one.
//
//mcp:tool name=test_logging_tool readonly
func Logging(ctx context.Context) string {
	mcpruntime.Logger(ctx).Info("for those who asked")
	return "Wrote a record for clients that want it."
}

// Streaming reports progress before its result; nothing else may come with it.
//
//mcp:tool name=test_streaming_elicitation readonly
func Streaming(ctx context.Context) string {
	mcpruntime.Progress(ctx, 1, 2, "half way")
	return "Nothing was asked on this stream."
}

// Repeated has an argument that is repeated in a header of HTTP.
//
//mcp:tool name=test_x_mcp_header readonly
//mcp:param region header=Region
func Repeated(
	region *string, // repeated in Mcp-Param-Region
	level *int, // not repeated
) {
}

// pause waits for a step, or until nobody waits for the call.
func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(step):
		return nil
	}
}
