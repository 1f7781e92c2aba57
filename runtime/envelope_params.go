//lint:file-ignore SA1019 logging is deprecated since 2026-07-28, and part of it and of all revisions before

package mcpruntime

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"slices"

	"github.com/go-faster/jx"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// paramsFault says what is wrong with the parameters of a message: members that
// stand twice, and for the methods of a server what is not of its type.
func paramsFault(method string, params []byte) (code int64, fault string) {
	if slices.Contains(removed, method) && bytes.Contains(params, []byte(mcp.MetaKeyProtocolVersion)) {
		return 0, "" // there is no such method, whatever its parameters are
	}
	key := keyOf[method]
	d := jx.DecodeBytes(params)
	if fault := shapeFault(method, params); fault != "" {
		return jsonrpc.CodeInvalidParams, method + ": " + fault
	}
	if key != "" && (len(params) == 0 || d.Next() != jx.Object) {
		return jsonrpc.CodeInvalidParams, method + ": params must be an object"
	}
	found, wrong := false, ""
	served := key != "" || newParams[method] != nil
	var names keySet
	twice := eachMember(d, &names, func(name []byte) (twice string) {
		kind := d.Next()
		switch {
		case wrong != "" || !served:
		case string(name) == key:
			found = true
			if kind != jx.String {
				wrong = key + " must be a string"
			}
			if method == methodSetLevel {
				wrong = levelFault(d, key)
				return ""
			}
		case string(name) == "_meta":
			twice, wrong = metaFault(d)
			return twice
		case string(name) == "arguments" && method == "prompts/get" && kind != jx.Null:
			twice, wrong = promptArguments(d)
			return twice
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

// removed are the methods that 2026-07-28 has no more.
var removed = []string{"initialize", methodSetLevel, "ping", "resources/subscribe", "resources/unsubscribe"}

const methodSetLevel = "logging/setLevel"

// keyOf has the parameters that methods cannot do without, which are strings.
var keyOf = map[string]string{"tools/call": "name", "prompts/get": "name", "resources/read": "uri", methodSetLevel: "level"}

// metaFault reads the _meta of a request, and says what is wrong with the
// members that this package or the SDK goes by.
func metaFault(d *jx.Decoder) (twice, wrong string) {
	switch d.Next() {
	case jx.Object:
	case jx.Null:
		return skipMember(d), "" // as if there were none
	default:
		return skipMember(d), "_meta must be an object"
	}
	var names keySet
	twice = eachMember(d, &names, func(name []byte) string {
		switch kind := d.Next(); {
		case wrong != "" || kind == jx.Null:
		case string(name) == mcp.MetaKeyLogLevel:
			wrong = levelFault(d, "_meta "+quote(mcp.MetaKeyLogLevel))
			return ""
		case string(name) == "progressToken" && kind != jx.String:
			raw, err := d.Raw()
			if err != nil || kind != jx.Number || !exactID(string(raw)) {
				wrong = "progressToken must be a string or an integer of at most 53 bits"
			}
			return ""
		}
		return skipMember(d)
	})
	return twice, wrong
}

// levelFault reads a level of log records, and says when it is none.
func levelFault(d *jx.Decoder, what string) string {
	level := ""
	if d.Next() == jx.String {
		level, _ = d.Str() // valid, as all of it
	} else if fault := skipMember(d); fault != "" {
		return fault
	}
	if _, known := logLevels[mcp.LoggingLevel(level)]; known {
		return ""
	}
	return what + " must be debug, info, notice, warning, error, critical, alert or emergency"
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
	"logging/setLevel":         func() any { return new(mcp.SetLoggingLevelParams) },
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
