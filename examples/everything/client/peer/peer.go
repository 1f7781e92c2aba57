// Package peer is what the client knows of the servers of the conformance suite:
// the interfaces from which the typed clients are made.
package peer

//go:generate go tool mcpgen

import (
	"context"
	"encoding/json"
)

// Adder is the server of tools_call.
type Adder interface {
	// AddNumbers adds two numbers together.
	//
	//mcp:tool name=add_numbers readonly
	AddNumbers(ctx context.Context,
		a float64, // first number
		b float64, // second number
	) (string, error)
}

// Registrar is the server of elicitation-sep1034-client-defaults.
type Registrar interface {
	// Register asks for data that has defaults.
	//
	//mcp:tool name=test_client_elicitation_defaults
	Register(ctx context.Context) error
}

// Reconnector is the server of sse-retry.
type Reconnector interface {
	// Reconnect is answered on another connection than it was asked on.
	//
	//mcp:tool name=test_reconnection
	Reconnect(ctx context.Context) (string, error)
}

// Guarded is the server of the scenarios about authorization.
type Guarded interface {
	// Test is for those who may.
	//
	//mcp:tool name=test-tool
	Test(ctx context.Context) error
}

// Asker is the server of sep-2322-client-request-state.
type Asker interface {
	// EchoState asks, with a state that has to come back.
	//
	//mcp:tool name=test_mrtr_echo_state
	EchoState(ctx context.Context) error

	// NoState asks without a state.
	//
	//mcp:tool name=test_mrtr_no_state
	NoState(ctx context.Context) error

	// Unrelated asks nothing.
	//
	//mcp:tool name=test_mrtr_unrelated
	Unrelated(ctx context.Context) error

	// NoResultType has a result that does not say that it is one.
	//
	//mcp:tool name=test_mrtr_no_result_type
	NoResultType(ctx context.Context) error
}

// Headers is the server of http-standard-headers.
type Headers interface {
	// Test is called for its headers.
	//
	//mcp:tool name=test_headers
	Test(ctx context.Context) error

	// Hyphenated has a name with hyphens.
	//
	//mcp:tool name=my-hyphenated-tool
	Hyphenated(ctx context.Context) error

	// File is read for its headers.
	//
	//mcp:resource uri=file:///path/to/file%20name.txt
	File(ctx context.Context) (string, error)

	// Prompt is got for its headers.
	//
	//mcp:prompt name=test_prompt
	Prompt(ctx context.Context) (string, error)
}

// Echo is the server of json-schema-2020-12-preservation.
type Echo interface {
	// Schema takes back a schema that the server has listed.
	//
	//mcp:tool name=json_schema_echo
	Schema(ctx context.Context, schema json.RawMessage) error
}
