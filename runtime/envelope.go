package mcpruntime

import (
	"strconv"

	"github.com/go-faster/jx"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// decodeLine decodes a message. A line that is none comes back with the code
// and the text of the JSON-RPC error to answer it with.
func decodeLine(text []byte) (msg jsonrpc.Message, code int64, fault string) {
	if code, fault := messageFault(text); fault != "" {
		return nil, code, fault
	}
	msg, err := jsonrpc.DecodeMessage(text)
	if err != nil {
		return nil, jsonrpc.CodeInvalidRequest, "invalid request"
	}
	return msg, 0, ""
}

// messageFault returns the code and the text of the error for a text that is no
// JSON, too deep, or that the SDK would read in another way than it is written.
func messageFault(text []byte) (code int64, fault string) {
	if tooNested(text) {
		return jsonrpc.CodeInvalidRequest, tooDeep
	}
	if !jx.Valid(text) {
		return jsonrpc.CodeParseError, "parse error"
	}
	if fault := batchFault(text); fault != "" {
		return jsonrpc.CodeInvalidRequest, "invalid request: " + fault
	}
	return 0, ""
}

// tooNested reports whether a text nests deeper than any message may.
func tooNested(text []byte) bool {
	return len(text) > 2*defaultDepth && exceedsDepth(text, defaultDepth)
}

// batchFault is envelopeFault for the messages of a batch (2025-03-26) too.
func batchFault(text []byte) string {
	d := jx.DecodeBytes(text)
	if d.Next() != jx.Array {
		return envelopeFault(text)
	}
	fault := ""
	_ = d.Arr(func(d *jx.Decoder) error { // which is valid JSON
		message, err := d.Raw()
		if err == nil && fault == "" {
			fault = envelopeFault(message)
		}
		return err
	})
	return fault
}

// errorMessage is the answer to a message that is refused; the id is JSON.
func errorMessage(id string, code int64, text string) []byte {
	w := NewWriter()
	w.Raw(`{"jsonrpc":"2.0","id":`)
	w.Raw(id)
	w.Raw(`,"error":{"code":`)
	w.Int(code)
	w.Raw(`,"message":`)
	w.String(text)
	w.Raw("}}")
	return w.JSON()
}

var tooDeep = errTooDeep.Error() + ": at most " + strconv.Itoa(defaultDepth) + " levels are allowed"

// envelopeFault says what the SDK would read in another way than it is
// written: an id that is no string or integer (MCP, "Requests"), or a member
// of the message or its params that stands twice.
func envelopeFault(text []byte) string {
	d := jx.DecodeBytes(text)
	var names keySet
	idKind, request := jx.Invalid, false
	fault := eachMember(d, &names, func(name []byte) string {
		switch kind := d.Next(); string(name) {
		case "id":
			idKind = kind
			id, err := d.Raw()
			if err == nil && kind == jx.Number && !exactID(string(id)) {
				return wantID
			}
			return ""
		case "method":
			request = true
		case "params":
			if kind == jx.Object {
				var names keySet
				return eachMember(d, &names, func([]byte) string { return skipMember(d) })
			}
		}
		return skipMember(d)
	})
	switch {
	case fault != "":
		return fault
	case idKind == jx.Invalid || idKind == jx.String || idKind == jx.Number || idKind == jx.Null && !request:
		return ""
	}
	return wantID
}

const wantID = "id must be a string or an integer of at most 53 bits"

// exactID reports whether the SDK, which reads numbers as floats, keeps an id
// as it is.
func exactID(literal string) bool {
	id, err := strconv.ParseInt(literal, 10, 64)
	return err == nil && -1<<53 <= id && id <= 1<<53
}

// skipMember skips a value of a document that is known to be valid JSON.
func skipMember(d *jx.Decoder) string {
	if d.Skip() != nil {
		return "malformed"
	}
	return ""
}

// eachMember calls do for each member of the object that comes next, which
// reads its value; it ends with the first fault. What is no object has none.
func eachMember(d *jx.Decoder, names *keySet, do func(name []byte) string) string {
	if d.Next() != jx.Object {
		return ""
	}
	it, err := d.ObjIter()
	for err == nil && it.Next() {
		if !names.add(string(it.Key())) {
			return "duplicate member " + quote(shorten(string(it.Key())))
		}
		if fault := do(it.Key()); fault != "" {
			return fault
		}
	}
	return ""
}
