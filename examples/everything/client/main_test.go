package main

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mcpgen/mcpgen/examples/everything/client/peer"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// adder and registrar are servers like those of the suite.
type adder struct{}

func (adder) AddNumbers(_ context.Context, a, b float64) (string, error) {
	return fmt.Sprintf("The sum of %g and %g is %g", a, b, a+b), nil
}

type registrar struct{ content string }

func (r *registrar) Register(ctx context.Context) error {
	given, err := mcpruntime.Ask[string](ctx, "Register?")
	r.content = given
	return err
}

// play runs the client against srv and returns its exit status and its log.
func play(t *testing.T, srv *mcpruntime.Server, scenario, given string) (int, string) {
	t.Helper()
	h := httptest.NewServer(srv.Handler())
	defer h.Close()
	defer srv.Drain()
	env := map[string]string{"MCP_CONFORMANCE_SCENARIO": scenario, "MCP_CONFORMANCE_CONTEXT": given}
	var log strings.Builder
	code := run(t.Context(), []string{h.URL}, func(name string) string { return env[name] }, &log)
	return code, log.String()
}

func TestScenarios(t *testing.T) {
	srv := mcpruntime.NewServer("peers", "1")
	peer.RegisterAdderMCP(srv, adder{})
	var r registrar
	peer.RegisterRegistrarMCP(srv, &r)
	mcpruntime.AddForm(srv, `{"type":"object","properties":{"name":{"type":"string","default":"John Doe"}}}`, func(in *mcpruntime.Reader) (name string) {
		for o := in.Object(&mcpruntime.Props{Names: []string{"name"}}); o.Next(); {
			name = in.String()
		}
		return name
	})
	for _, c := range []struct {
		scenario, given string
		code            int
		log             string
	}{
		{"initialize", "", 0, ""},
		{"tools_call", "", 0, ""},
		{"elicitation-sep1034-client-defaults", "", 0, ""},
		{"http-custom-headers", `{"toolCalls":[{"name":"add_numbers","arguments":{"a":1,"b":2}}]}`, 0, ""},
		{"http-custom-headers", `{"toolCalls":[{"name":"add_numbers","arguments":{"a":1}}]}`, 1, "/b"},
		{"http-custom-headers", `{"toolCalls":7}`, 1, "toolCalls"},
		{"json-schema-2020-12-preservation", "", 1, "json_schema_2020_12_tool"},
		{"made-up", "", 2, "tools_call"},
	} {
		if code, log := play(t, srv, c.scenario, c.given); code != c.code || !strings.Contains(log, c.log) {
			t.Errorf("%s %s: exit status %d, %s", c.scenario, c.given, code, log)
		}
	}
	if r.content != "John Doe" {
		t.Errorf("the form came back with %q", r.content)
	}
}

func TestAuthorizationIsRefused(t *testing.T) {
	for query, want := range map[string]string{"error=access_denied&error_description=no": "access_denied: no", "code=1&state=2&iss=3": ""} {
		u := httptest.NewRequest("GET", "http://localhost:3000/callback?"+query, nil).URL
		r, err := result(u.Query())
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) || want == "" && (err != nil || r.Code+r.State+r.Iss != "123") {
			t.Errorf("%s: %v, %v", query, r, err)
		}
	}
	if _, err := withCode(given{ClientID: "a", ClientSecret: "b"}); err != nil {
		t.Error(err)
	}
}
