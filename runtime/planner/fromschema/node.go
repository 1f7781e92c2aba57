package fromschema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// The limits of a document, and of what a schema becomes.
const (
	maxNesting = 500       // levels of JSON
	maxLevels  = 64        // levels of types
	maxTypes   = 20_000    // types of one signature
	maxBytes   = 256 << 20 // bytes of a document
)

// node is a JSON value whose members keep their order.
type node struct {
	// kind is '{', '[', '"', '0' for a number, 't', 'f' or 'n'.
	kind    byte
	text    string // the decoded string, or the number as it stands
	raw     string // the value as the document has it
	members []member
	items   []*node
}

type member struct {
	name  string
	value *node
}

// parse reads a JSON document that is nothing but one value. A byte order mark
// in front of it means nothing.
func parse(doc []byte) (*node, error) {
	if len(doc) > maxBytes {
		return nil, fmt.Errorf("the document has more than %d bytes", maxBytes)
	}
	text := strings.TrimPrefix(string(doc), "\uFEFF")
	if err := check(text, len(doc)-len(text)); err != nil {
		return nil, err
	}
	r := &reader{Decoder: json.NewDecoder(strings.NewReader(text)), text: text}
	r.UseNumber()
	return r.value(0)
}

// check says where a document is no JSON; skipped is how many bytes are in front.
func check(text string, skipped int) error {
	d := json.NewDecoder(strings.NewReader(text))
	err := d.Decode(new(json.RawMessage))
	wrong := (*json.SyntaxError)(nil)
	switch {
	case errors.Is(err, io.EOF):
		return errors.New("the document is empty")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the document is cut off: it ends at byte %d, within a value", skipped+len(text))
	case strings.HasPrefix(text, "\xFF\xFE"), strings.HasPrefix(text, "\xFE\xFF"):
		return errors.New("the document is UTF-16; save it as UTF-8")
	case errors.As(err, &wrong):
		return fmt.Errorf("%w at byte %d", err, skipped+int(wrong.Offset))
	case err != nil:
		return err
	}
	end := int(d.InputOffset())
	if rest := strings.TrimLeft(text[end:], " \t\r\n"); rest != "" {
		return fmt.Errorf("there is more than one value: another one begins at byte %d", skipped+len(text)-len(rest)+1)
	}
	return nil
}

// reader reads valid JSON.
type reader struct {
	*json.Decoder
	text string
}

// value reads the next value.
func (r *reader) value(level int) (*node, error) {
	if level > maxNesting {
		return nil, fmt.Errorf("more than %d levels at byte %d", maxNesting, r.InputOffset())
	}
	start := r.InputOffset()
	t, err := r.Token()
	if err != nil {
		return nil, err
	}
	n := &node{kind: 'n'}
	switch t := t.(type) {
	case json.Delim:
		n.kind = byte(t)
		err = r.parts(n, level)
	case string:
		n.kind, n.text = '"', t
	case json.Number:
		n.kind, n.text = '0', t.String()
	case bool:
		if n.kind = 'f'; t {
			n.kind = 't'
		}
	}
	n.raw = strings.TrimLeft(r.text[start:r.InputOffset()], " \t\r\n,:") // which stand in front of a value
	return n, err
}

// parts reads what an object or a list holds.
func (r *reader) parts(n *node, level int) error {
	seen := map[string]bool{}
	for r.More() {
		var name string
		if n.kind == '{' {
			t, err := r.Token()
			if err != nil {
				return err
			}
			if name = t.(string); seen[name] { // the decoder lets nothing else stand here
				return fmt.Errorf("an object has two members %q at byte %d", name, r.InputOffset())
			}
			seen[name] = true
		}
		value, err := r.value(level + 1)
		if err != nil {
			return err
		}
		if n.kind == '{' {
			n.members = append(n.members, member{name, value})
		} else {
			n.items = append(n.items, value)
		}
	}
	_, err := r.Token()
	return err
}

// get returns a member; nil when there is none, or n is no object.
func (n *node) get(name string) *node {
	if n == nil {
		return nil
	}
	for _, m := range n.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// string returns the text of a string, "" for everything else.
func (n *node) string() string {
	if n == nil || n.kind != '"' {
		return ""
	}
	return n.text
}

// strings returns those of a list of strings.
func (n *node) strings() []string {
	var list []string
	if n != nil {
		for _, item := range n.items {
			if item.kind == '"' {
				list = append(list, item.text)
			}
		}
	}
	return list
}

// is reports whether n is there and of a kind.
func (n *node) is(kind byte) bool { return n != nil && n.kind == kind }

// json returns the value as it was given, without the blanks between its parts.
func (n *node) json() string {
	var b bytes.Buffer
	_ = json.Compact(&b, []byte(n.raw)) // it is JSON
	return b.String()
}
