package mcpruntime

import (
	"encoding/json"
	"fmt"

	"github.com/mcpgen/mcpgen/runtime/uri"
)

// ExpandURI expands an RFC 6570 template; names and values alternate. What is
// not given is left out. A text that is no template is returned as it is.
func ExpandURI(template string, namesAndValues ...string) string {
	t, err := uri.Parse(template)
	if err != nil {
		return template
	}
	return t.Expand(func(name string) uri.Value {
		for i := 0; i+1 < len(namesAndValues); i += 2 {
			if namesAndValues[i] == name {
				return uri.Text(namesAndValues[i+1])
			}
		}
		return uri.Value{}
	})
}

// ExpandArguments expands an RFC 6570 template with the members of an object:
// strings, numbers, booleans and lists of these. Those that are not there are
// left out.
func ExpandArguments(template string, args *Writer) (string, error) {
	if args.err != nil {
		return "", fmt.Errorf("arguments of resource %q: %w", template, args.err)
	}
	t, err := uri.Parse(template)
	if err != nil {
		return "", err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(args.buf, &members); err != nil {
		return "", err
	}
	values := map[string]uri.Value{}
	for name, raw := range members {
		if values[name], err = uriValue(raw); err != nil {
			return "", fmt.Errorf("argument %s of resource %q: %w", name, template, err)
		}
	}
	return t.Expand(func(name string) uri.Value { return values[name] }), nil
}

// uriValue is a JSON value as a template holds it; null is none.
func uriValue(raw json.RawMessage) (v uri.Value, err error) {
	switch raw[0] {
	case 'n':
		return v, nil
	case '"':
		var text string
		err = json.Unmarshal(raw, &text)
		return uri.Text(text), err
	case '[':
		var items []json.RawMessage
		if err := json.Unmarshal(raw, &items); err != nil {
			return v, err
		}
		for _, item := range items {
			one, err := uriValue(item)
			if err != nil {
				return v, err
			}
			v.Items = append(v.Items, one.Items...)
		}
		v.Set = true
		return v, nil
	}
	return uri.Text(string(raw)), nil
}
