package mcpruntime

import (
	"cmp"
	"encoding/json"
	"errors"

	"github.com/go-faster/jx"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// paramsFault says what is wrong with the parameters of a message: members that
// stand twice, and for the methods that call functions what is not of its type.
func paramsFault(method string, params []byte) (code int64, fault string) {
	key := "name"
	switch method {
	case "tools/call", "prompts/get":
	case "resources/read":
		key = "uri"
	default:
		key = ""
	}
	d := jx.DecodeBytes(params)
	if fault := shapeFault(method, params); fault != "" {
		return jsonrpc.CodeInvalidParams, method + ": " + fault
	}
	if key != "" && (len(params) == 0 || d.Next() != jx.Object) {
		return jsonrpc.CodeInvalidParams, method + ": params must be an object"
	}
	found, wrong := false, ""
	var names keySet
	twice := eachMember(d, &names, func(name []byte) string {
		if key != "" && wrong == "" {
			kind := d.Next()
			found = found || string(name) == key
			wrong = memberFault(string(name), kind, key)
			if string(name) == "arguments" && method == "prompts/get" && kind != jx.Null {
				var twice string
				twice, wrong = promptArguments(d)
				return twice
			}
		}
		return skipMember(d)
	})
	switch {
	case twice != "":
		return jsonrpc.CodeInvalidRequest, "invalid request: " + twice
	case wrong == "" && key != "" && !found:
		wrong = key + " is missing"
	}
	if wrong != "" {
		return jsonrpc.CodeInvalidParams, method + ": " + wrong
	}
	return 0, ""
}

// memberFault says what is wrong with a member of the parameters by its kind.
func memberFault(name string, kind jx.Type, key string) string {
	switch {
	case name == key && kind != jx.String:
		return key + " must be a string"
	case name == "_meta" && kind != jx.Object && kind != jx.Null:
		return "_meta must be an object"
	}
	return ""
}

// promptArguments reads the arguments of a prompt, which are strings.
func promptArguments(d *jx.Decoder) (twice, wrong string) {
	if d.Next() != jx.Object {
		return skipMember(d), "arguments must be an object"
	}
	var names keySet
	twice = eachMember(d, &names, func(name []byte) string {
		if d.Next() != jx.String && wrong == "" {
			wrong = "argument " + quote(shorten(string(name))) + " must be a string"
		}
		return skipMember(d)
	})
	return twice, wrong
}

// newParams makes the parameters of the methods that call no functions. The SDK
// answers what does not fit them with names of Go, and with all that it got.
var newParams = map[string]func() any{
	"completion/complete":      func() any { return new(mcp.CompleteParams) },
	"initialize":               func() any { return new(mcp.InitializeParams) },
	"logging/setLevel":         func() any { return new(mcp.SetLoggingLevelParams) }, //lint:ignore SA1019 logging is served
	"ping":                     func() any { return new(mcp.PingParams) },
	"prompts/list":             func() any { return new(mcp.ListPromptsParams) },
	"resources/list":           func() any { return new(mcp.ListResourcesParams) },
	"resources/subscribe":      func() any { return new(mcp.SubscribeParams) },
	"resources/templates/list": func() any { return new(mcp.ListResourceTemplatesParams) },
	"resources/unsubscribe":    func() any { return new(mcp.UnsubscribeParams) },
	"server/discover":          func() any { return new(mcp.DiscoverParams) },
	"subscriptions/listen":     func() any { return new(mcp.SubscriptionsListenParams) },
	"tools/list":               func() any { return new(mcp.ListToolsParams) },
}

// shapeFault says what of the parameters is not of its type.
func shapeFault(method string, params []byte) string {
	typed := newParams[method]
	if typed == nil || len(params) == 0 {
		return ""
	}
	switch jx.DecodeBytes(params).Next() {
	case jx.Object:
	case jx.Null:
		return "" // as if there were none
	default:
		return "params must be an object"
	}
	err := json.Unmarshal(params, typed())
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		return cmp.Or(shorten(wrong.Field), "a member") + " has the wrong type"
	} else if err != nil {
		return shorten(err.Error())
	}
	return ""
}
