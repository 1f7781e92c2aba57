package handle

import (
	"bytes"
	"context"
	"strconv"
	"strings"

	"github.com/go-faster/jx"
)

// Document is the JSON of a value, to look into. All answers are JSON, and the
// same for the same document.
type Document struct {
	// ID and Kind are those of the handle.
	ID, Kind string
	// About is the summary; "" for one of the JSON.
	About string
	// JSON is one valid document.
	JSON []byte
	// MaxBytes bounds an answer; 0 for [DefaultAnswer].
	MaxBytes int

	ctx context.Context // nil for one that does not end
}

// WithContext returns the document with a context that ends what takes long:
// the error is its cause then.
func (d Document) WithContext(ctx context.Context) Document {
	d.ctx = ctx
	return d
}

// Item returns the item at a path as a document of its own.
func (d Document) Item(item string) (Document, error) {
	raw, err := d.at(item)
	if item != "" {
		d.JSON, d.About = raw, ""
	}
	return d, err
}

// DefaultAnswer is how many bytes an answer may have.
const DefaultAnswer = 8 << 10

func (d Document) limit() int {
	if d.MaxBytes > 0 {
		return d.MaxBytes
	}
	return DefaultAnswer
}

// member is one member of an object, its value as it is written.
type member struct {
	name  string
	value []byte
}

// membersOf returns the members of an object in their order; nil for anything
// else.
func membersOf(raw []byte) []member { return appendMembers(nil, raw) }

func appendMembers(list []member, raw []byte) []member {
	d := jx.DecodeBytes(raw)
	if d.Next() != jx.Object {
		return list
	}
	_ = d.Obj(func(d *jx.Decoder, name string) error { // it is valid
		value, err := d.Raw()
		list = append(list, member{name, value})
		return err
	})
	return list
}

// elementsOf returns the elements of a list; false for anything else.
func elementsOf(raw []byte) (list [][]byte, ok bool) {
	ok = eachElement(raw, func(value []byte) { list = append(list, value) })
	return list, ok
}

// eachElement calls a function for each element of a list; it returns false for
// anything else.
func eachElement(raw []byte, do func(value []byte)) (ok bool) {
	d := jx.DecodeBytes(raw)
	if d.Next() != jx.Array {
		return false
	}
	_ = d.Arr(func(d *jx.Decoder) error { // it is valid
		value, err := d.Raw()
		do(value)
		return err
	})
	return true
}

func kindOf(raw []byte) jx.Type { return jx.DecodeBytes(raw).Next() }

// noun names what a value is.
func noun(raw []byte) string {
	switch kindOf(raw) {
	case jx.Object:
		return "an object"
	case jx.Array:
		return "a list"
	case jx.String:
		return "a string"
	case jx.Number:
		return "a number"
	case jx.Bool:
		return "a boolean"
	}
	return "null"
}

// stringOf returns the text of a string, and of anything else its JSON.
func stringOf(raw []byte) string {
	if text, err := jx.DecodeBytes(raw).Str(); err == nil {
		return text
	}
	return string(raw)
}

// quoted returns a text as JSON.
func quoted(text string) []byte {
	var e jx.Encoder
	e.Str(text)
	return e.Bytes()
}

// steps splits the path of an item: names and indexes with dots between them,
// such as rows.3.price, or with a slash in front of each (a JSON Pointer) where
// names have dots.
func steps(item string) []string {
	switch {
	case item == "":
		return nil
	case item[0] == '/':
		list := strings.Split(item[1:], "/")
		for i := range list {
			list[i] = strings.ReplaceAll(strings.ReplaceAll(list[i], "~1", "/"), "~0", "~")
		}
		return list
	}
	return strings.Split(item, ".")
}

// at returns the item with a path; "" is the whole.
func (d Document) at(item string) ([]byte, error) {
	raw := bytes.TrimSpace(d.JSON)
	for _, step := range steps(item) {
		inside, err := d.inside(raw, step)
		if err != nil {
			return nil, err
		}
		raw = inside
	}
	return raw, nil
}

// inside goes one step down.
func (d Document) inside(raw []byte, step string) ([]byte, error) {
	if elements, ok := elementsOf(raw); ok {
		i, err := strconv.Atoi(step)
		if err != nil || i < 0 || i >= len(elements) {
			return nil, errorf(CodeNotFound, "#%s has no item %q here: it is a list, with items %s", d.ID, shown(step), indexes(len(elements)))
		}
		return elements[i], nil
	}
	members := membersOf(raw)
	for _, m := range members {
		if m.name == step {
			return m.value, nil
		}
	}
	if members == nil {
		return nil, errorf(CodeNotFound, "#%s has no item %q here: it is %s", d.ID, shown(step), noun(raw))
	}
	return nil, errorf(CodeNotFound, "#%s has no item %q here: there is %s", d.ID, shown(step), nameList(namesOf(members)))
}

func indexes(n int) string {
	if n == 0 {
		return "none"
	}
	return "0 to " + strconv.Itoa(n-1)
}

func namesOf(members []member) []string {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.name
	}
	return names
}

// maxNames bounds how many names a message lists.
const maxNames = 20

func nameList(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
	shownNames := make([]string, 0, maxNames)
	for _, name := range names[:min(len(names), maxNames)] {
		shownNames = append(shownNames, shown(name))
	}
	text := strings.Join(shownNames, ", ")
	if len(names) > maxNames {
		text += " and " + strconv.Itoa(len(names)-maxNames) + " more"
	}
	return text
}

// shown is a name as part of a message: it comes from outside.
func shown(name string) string { return cut(printable(name), maxShown) }
