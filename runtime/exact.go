package mcpruntime

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// The SDK reads what a user filled in into any, so that integers above 2^53 are
// rounded. So an answer with such a number is given its content once more, as
// text, where the SDK carries it along.

// metaExact is the key of _meta under which the content of an answer travels as
// it was written.
const metaExact = "io.github.mcpgen/exact"

// roundedDigits is the least number of digits that a float64 may not keep.
const roundedDigits = 16

// hasLongNumber reports whether a text has a number that may be rounded.
func hasLongNumber(text []byte) bool {
	digits := 0
	for _, c := range text {
		switch {
		case '0' <= c && c <= '9':
			if digits++; digits == roundedDigits {
				return true
			}
		case c != '.':
			digits = 0
		}
	}
	return false
}

// exactBody keeps the answers in a message exact.
func exactBody(body []byte) []byte {
	if !hasLongNumber(body) {
		return body
	}
	return changed(body, func(message map[string]json.RawMessage) {
		if result, ok := message["result"]; ok {
			message["result"] = exactAnswer(result)
		} else if params, ok := message["params"]; ok {
			message["params"] = exactParams(params)
		}
	})
}

// keepExact is [exactBody] for a message that the SDK has read.
func keepExact(message jsonrpc.Message) {
	switch m := message.(type) {
	case *jsonrpc.Response:
		m.Result = exactAnswer(m.Result)
	case *jsonrpc.Request:
		m.Params = exactParams(m.Params)
	}
}

// exactParams keeps the answers exact that come with a request.
func exactParams(params json.RawMessage) json.RawMessage {
	if !bytes.Contains(params, []byte(`"inputResponses"`)) || !hasLongNumber(params) {
		return params
	}
	return changed(params, func(members map[string]json.RawMessage) {
		members["inputResponses"] = changed(members["inputResponses"], func(answers map[string]json.RawMessage) {
			for key, answer := range answers {
				answers[key] = exactAnswer(answer)
			}
		})
	})
}

// exactAnswer adds the text of its content to an answer to a form.
func exactAnswer(answer json.RawMessage) json.RawMessage {
	if !hasLongNumber(answer) {
		return answer
	}
	return changed(answer, func(members map[string]json.RawMessage) {
		content := members["content"]
		if members["action"] == nil || !hasLongNumber(content) {
			return
		}
		meta := map[string]json.RawMessage{}
		if json.Unmarshal(members["_meta"], &meta) != nil || meta == nil {
			meta = map[string]json.RawMessage{}
		}
		text, err := json.Marshal(string(content))
		if err != nil {
			return
		}
		meta[metaExact] = text
		if all, err := json.Marshal(meta); err == nil {
			members["_meta"] = all
		}
	})
}

// changed returns a JSON object after a change of its members, and what is no
// object as it is.
func changed(text json.RawMessage, change func(map[string]json.RawMessage)) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(text, &members) != nil || members == nil {
		return text
	}
	change(members)
	out, err := json.Marshal(members)
	if err != nil {
		return text
	}
	return out
}

// roundsTo reports whether content is what the SDK made of the exact one: the
// same but for digits of numbers, and for defaults that it has added.
func roundsTo(exact, content []byte) bool {
	var long, short map[string]any
	if len(exact) == 0 || json.Unmarshal(exact, &long) != nil || json.Unmarshal(content, &short) != nil {
		return false
	}
	for name, value := range long {
		if !reflect.DeepEqual(value, short[name]) {
			return false
		}
	}
	return true
}
