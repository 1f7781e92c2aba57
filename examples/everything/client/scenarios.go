package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mcpgen/mcpgen/examples/everything/client/peer"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// scenario is what the client does with a server of the suite.
type scenario struct {
	// options are how it connects; nil for no options.
	options func(given) ([]mcpruntime.ClientOption, error)
	// act is what it does then.
	act func(context.Context, *mcpruntime.Client, given) error
}

var scenarios = map[string]scenario{
	"initialize":                          {act: list},
	"request-metadata":                    {act: list},
	"json-schema-ref-no-deref":            {act: list},
	"json-schema-2020-12-preservation":    {act: echoSchema},
	"tools_call":                          {act: add},
	"sse-retry":                           {act: reconnect},
	"elicitation-sep1034-client-defaults": {options: fillIn(``), act: register},
	"sep-2322-client-request-state":       {options: fillIn(`{"confirmed":true}`), act: answerRounds},
	"http-standard-headers":               {act: useEverything},
	"http-custom-headers":                 {act: callGiven},
	"http-invalid-tool-headers":           {act: callListed},

	"auth/2025-03-26-oauth-metadata-backcompat": signedIn,
	"auth/2025-03-26-oauth-endpoint-fallback":   signedIn,
	"auth/authorization-server-migration":       signedIn,
	"auth/basic-cimd":                           signedIn,
	"auth/iss-normalized":                       signedIn,
	"auth/iss-not-advertised":                   signedIn,
	"auth/iss-supported":                        signedIn,
	"auth/iss-supported-missing":                signedIn,
	"auth/iss-unexpected":                       signedIn,
	"auth/iss-wrong-issuer":                     signedIn,
	"auth/metadata-default":                     signedIn,
	"auth/metadata-issuer-mismatch":             signedIn,
	"auth/metadata-var1":                        signedIn,
	"auth/metadata-var2":                        signedIn,
	"auth/metadata-var3":                        signedIn,
	"auth/offline-access-not-supported":         signedIn,
	"auth/offline-access-scope":                 signedIn,
	"auth/pre-registration":                     signedIn,
	"auth/resource-mismatch":                    signedIn,
	"auth/scope-from-scopes-supported":          signedIn,
	"auth/scope-from-www-authenticate":          signedIn,
	"auth/scope-omitted-when-undefined":         signedIn,
	"auth/scope-retry-limit":                    signedIn,
	"auth/scope-step-up":                        signedIn,
	"auth/token-endpoint-auth-basic":            signedIn,
	"auth/token-endpoint-auth-none":             signedIn,
	"auth/token-endpoint-auth-post":             signedIn,
	"auth/client-credentials-basic":             {options: withCredentials, act: callGuarded},
}

var signedIn = scenario{options: withCode, act: callGuarded}

// play connects, acts and disconnects.
func (s scenario) play(ctx context.Context, url, context string) error {
	g, err := readGiven(context)
	if err != nil {
		return err
	}
	var options []mcpruntime.ClientOption
	if s.options != nil {
		if options, err = s.options(g); err != nil {
			return err
		}
	}
	client, err := mcpruntime.Dial(ctx, url, options...)
	if err != nil {
		return err
	}
	defer func() { _ = client.Close() }() // the suite has seen what it wants to see
	return s.act(ctx, client, g)
}

// fillIn has the user fill in the same in every form.
func fillIn(content string) func(given) ([]mcpruntime.ClientOption, error) {
	return func(given) ([]mcpruntime.ClientOption, error) {
		return []mcpruntime.ClientOption{mcpruntime.WithForms(func(context.Context, string, []byte) ([]byte, error) {
			return []byte(content), nil
		})}, nil
	}
}

func list(ctx context.Context, c *mcpruntime.Client, _ given) error {
	_, err := c.Session().ListTools(ctx, nil)
	return err
}

func add(ctx context.Context, c *mcpruntime.Client, _ given) error {
	sum, err := peer.NewAdderMCPClient(c).AddNumbers(ctx, 5, 3)
	if err == nil && sum != "The sum of 5 and 3 is 8" {
		err = fmt.Errorf("unexpected result %q", sum)
	}
	return err
}

func reconnect(ctx context.Context, c *mcpruntime.Client, _ given) error {
	_, err := peer.NewReconnectorMCPClient(c).Reconnect(ctx)
	return err
}

func register(ctx context.Context, c *mcpruntime.Client, _ given) error {
	return peer.NewRegistrarMCPClient(c).Register(ctx)
}

func callGuarded(ctx context.Context, c *mcpruntime.Client, _ given) error {
	_, err := c.Session().ListTools(ctx, nil)
	if err != nil {
		return err
	}
	return peer.NewGuardedMCPClient(c).Test(ctx)
}

func answerRounds(ctx context.Context, c *mcpruntime.Client, _ given) error {
	asker := peer.NewAskerMCPClient(c)
	return errors.Join(asker.EchoState(ctx), asker.NoState(ctx), asker.Unrelated(ctx), asker.NoResultType(ctx))
}

// useEverything makes a request of every method. The contents of the resource
// are none, which the typed client does not take for a text.
func useEverything(ctx context.Context, c *mcpruntime.Client, _ given) error {
	session, server := c.Session(), peer.NewHeadersMCPClient(c)
	_, toolsErr := session.ListTools(ctx, nil)
	_, resourcesErr := session.ListResources(ctx, nil)
	_, promptsErr := session.ListPrompts(ctx, nil)
	_, promptErr := server.Prompt(ctx)
	if _, err := server.File(ctx); err == nil {
		return errors.New("contents of a resource that has none")
	}
	return errors.Join(toolsErr, resourcesErr, promptsErr, promptErr, server.Test(ctx), server.Hyphenated(ctx))
}

// callGiven makes the calls that the suite asks for. The list says which
// arguments are repeated in headers.
func callGiven(ctx context.Context, c *mcpruntime.Client, g given) error {
	if err := list(ctx, c, g); err != nil {
		return err
	}
	for _, call := range g.ToolCalls {
		args := mcpruntime.NewWriter()
		args.RawJSON(call.Arguments)
		if _, err := c.CallTool(ctx, call.Name, args); err != nil {
			return fmt.Errorf("%s: %w", call.Name, err)
		}
	}
	return nil
}

// callListed calls all tools that are left of the list when those are out whose
// definitions are wrong.
func callListed(ctx context.Context, c *mcpruntime.Client, _ given) error {
	tools, err := c.Session().ListTools(ctx, nil)
	if err != nil {
		return err
	}
	for _, tool := range tools.Tools {
		args := mcpruntime.NewWriter()
		args.Raw(`{"region":"us-west1"}`)
		if _, err := c.CallTool(ctx, tool.Name, args); err != nil {
			return fmt.Errorf("%s: %w", tool.Name, err)
		}
	}
	return nil
}

// echoSchema gives the schema of a tool back as it came.
func echoSchema(ctx context.Context, c *mcpruntime.Client, _ given) error {
	tools, err := c.Session().ListTools(ctx, nil)
	if err != nil {
		return err
	}
	tool, err := find(tools.Tools, "json_schema_2020_12_tool")
	if err != nil {
		return err
	}
	schema, err := json.Marshal(tool.InputSchema)
	if err != nil {
		return err
	}
	return peer.NewEchoMCPClient(c).Schema(ctx, schema)
}

func find(tools []*mcp.Tool, name string) (*mcp.Tool, error) {
	for _, tool := range tools {
		if tool.Name == name {
			return tool, nil
		}
	}
	return nil, fmt.Errorf("the server lists no tool %q", name)
}
