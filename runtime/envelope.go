package mcpruntime

import (
	"bytes"
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
	return batchFault(text)
}

// tooNested reports whether a text nests deeper than any message may.
func tooNested(text []byte) bool { return nests(text, defaultDepth) }

func nests(text []byte, limit int) bool {
	// Counting is much quicker than looking, and most texts have few brackets.
	return len(text) > 2*limit && bytes.Count(text, []byte("["))+bytes.Count(text, []byte("{")) > limit && exceedsDepth(text, limit)
}

// partDepth is how deep arguments and results may nest, which the message has
// around them.
const partDepth = defaultDepth - 10

// batchFault is envelopeFault for the messages of a batch (2025-03-26) too.
func batchFault(text []byte) (code int64, fault string) {
	d := jx.DecodeBytes(text)
	if d.Next() != jx.Array {
		return envelopeFault(text)
	}
	_ = d.Arr(func(d *jx.Decoder) error { // which is valid JSON
		message, err := d.Raw()
		if err == nil && fault == "" {
			code, fault = envelopeFault(message)
		}
		return err
	})
	return code, fault
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
// of the message or its params that stands twice; and what it would refuse with
// the whole of it and with names of Go.
func envelopeFault(text []byte) (code int64, fault string) {
	d := jx.DecodeBytes(text)
	var names keySet
	idKind, method, params := jx.Invalid, "", jx.Raw(nil)
	fault = eachMember(d, &names, func(name []byte) string {
		kind := d.Next()
		if string(name) == "method" && kind == jx.String {
			method, _ = d.Str() // valid, as all of it
			return ""
		}
		raw, err := d.Raw()
		switch {
		case err != nil:
			return "malformed"
		case string(name) == "params":
			params = raw
		case string(name) == "id":
			idKind = kind
			if kind == jx.Number && !exactID(string(raw)) {
				return wantID
			}
		}
		return ""
	})
	if fault == "" && !validID(idKind, method != "") {
		fault = wantID
	}
	if fault != "" {
		return jsonrpc.CodeInvalidRequest, "invalid request: " + fault
	}
	return paramsFault(method, params)
}

func validID(kind jx.Type, request bool) bool {
	return kind == jx.Invalid || kind == jx.String || kind == jx.Number || kind == jx.Null && !request
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
