package fromschema

import (
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
	members []member
	items   []*node
}

type member struct {
	name  string
	value *node
}

// parse reads a JSON document that is nothing but one value.
func parse(doc []byte) (*node, error) {
	if len(doc) > maxBytes {
		return nil, fmt.Errorf("the document has more than %d bytes", maxBytes)
	}
	d := json.NewDecoder(strings.NewReader(string(doc)))
	d.UseNumber()
	n, err := read(d, 0)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more than one value")
	}
	return n, nil
}

func read(d *json.Decoder, level int) (*node, error) {
	if level > maxNesting {
		return nil, fmt.Errorf("more than %d levels", maxNesting)
	}
	t, err := d.Token()
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case json.Delim:
		return readParts(d, byte(t), level)
	case string:
		return &node{kind: '"', text: t}, nil
	case json.Number:
		return &node{kind: '0', text: t.String()}, nil
	case bool:
		if t {
			return &node{kind: 't'}, nil
		}
		return &node{kind: 'f'}, nil
	}
	return &node{kind: 'n'}, nil
}

func readParts(d *json.Decoder, kind byte, level int) (*node, error) {
	n := &node{kind: kind}
	seen := map[string]bool{}
	for d.More() {
		var name string
		if kind == '{' {
			t, err := d.Token()
			if err != nil {
				return nil, err
			}
			if name = t.(string); seen[name] { // the decoder lets nothing else stand here
				return nil, fmt.Errorf("an object has two members %q", name)
			}
			seen[name] = true
		}
		value, err := read(d, level+1)
		if err != nil {
			return nil, err
		}
		if kind == '{' {
			n.members = append(n.members, member{name, value})
		} else {
			n.items = append(n.items, value)
		}
	}
	_, err := d.Token()
	return n, err
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

// json returns the value as compact JSON.
func (n *node) json() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *node) write(b *strings.Builder) {
	quote := func(s string) {
		text, _ := json.Marshal(s) // strings always can be
		b.Write(text)
	}
	switch n.kind {
	case '{':
		b.WriteByte('{')
		for i, m := range n.members {
			if i > 0 {
				b.WriteByte(',')
			}
			quote(m.name)
			b.WriteByte(':')
			m.value.write(b)
		}
		b.WriteByte('}')
	case '[':
		b.WriteByte('[')
		for i, item := range n.items {
			if i > 0 {
				b.WriteByte(',')
			}
			item.write(b)
		}
		b.WriteByte(']')
	case '"':
		quote(n.text)
	case '0':
		b.WriteString(n.text)
	case 't':
		b.WriteString("true")
	case 'f':
		b.WriteString("false")
	default:
		b.WriteString("null")
	}
}
