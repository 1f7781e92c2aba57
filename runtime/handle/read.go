package handle

import (
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/go-faster/jx"
)

// Count returns how many elements the list, members the object, or characters
// the text at a path has. With a filter, as in a [Query], it is how many rows
// meet that.
func (d Document) Count(item, filter string) (int, error) {
	if filter != "" {
		rows, _, err := d.selected(item, filter)
		return len(rows), err
	}
	raw, err := d.at(item)
	if err != nil {
		return 0, err
	}
	if item == "" {
		if rows, err := d.rows(""); err == nil {
			return len(rows), nil
		}
	}
	switch kindOf(raw) {
	case jx.Array:
		elements, _ := elementsOf(raw)
		return len(elements), nil
	case jx.Object:
		return len(membersOf(raw)), nil
	case jx.String:
		return utf8.RuneCountInString(stringOf(raw)), nil
	}
	return 0, errorf(CodeBadChoice, "%s of #%s is %s, which has nothing to count", itemName(item), d.ID, noun(raw))
}

// Read returns the item at a path, and with fields only those members of it, or
// of each of its elements.
func (d Document) Read(item string, fields ...string) ([]byte, error) {
	raw, err := d.at(item)
	if err != nil {
		return nil, err
	}
	if len(fields) > 0 {
		if err := d.checkFields(raw, fields); err != nil {
			return nil, err
		}
		raw = pick(nil, raw, fields)
	}
	if len(raw) > d.limit() {
		return nil, d.tooLarge(raw)
	}
	return raw, nil
}

// ReadPart is Read for texts and lists that may be too large for an answer, or
// of which a part is wanted. Offset is how many characters or elements are
// passed over, limit how many are given at most, 0 for as many as an answer
// holds. What is given in part says how much there is, and where the next part
// begins when there is one:
//
//	{"text":"It was the best of ti","total":776000,"next":21}
//	{"items":[{"city":"Oslo"},{"city":"Rome"}],"total":40,"next":2}
func (d Document) ReadPart(item string, offset, limit int, fields ...string) ([]byte, error) {
	if err := checkRange(offset, limit); err != nil {
		return nil, err
	}
	raw, err := d.at(item)
	if err != nil {
		return nil, err
	}
	kind := kindOf(raw)
	isPart := kind == jx.String || kind == jx.Array
	if offset == 0 && limit == 0 {
		out, err := d.Read(item, fields...)
		if e := (*Error)(nil); !isPart || !errors.As(err, &e) || e.Code != CodeTooLarge {
			return out, err
		}
	}
	if !isPart {
		return nil, errorf(CodeBadChoice, "offset and limit are for texts and lists, and %s of #%s is %s", itemName(item), d.ID, noun(raw))
	}
	if len(fields) > 0 {
		if err := d.checkFields(raw, fields); err != nil {
			return nil, err
		}
	}
	if kind == jx.String {
		return d.textPart(stringOf(raw), offset, limit)
	}
	elements, _ := elementsOf(raw)
	out, alone := d.page([]byte(`{"items":[`), len(elements), offset, limit, func(out []byte, i int) []byte { return pick(out, elements[i], fields) })
	if alone >= 0 {
		return nil, errorf(CodeTooLarge, "element %d alone has more than the %d bytes that are given at once; read a part of it, or ask for fewer fields", alone, d.limit())
	}
	return out, nil
}

// tooLarge says what to ask for instead of a value.
func (d Document) tooLarge(raw []byte) error {
	instead := "read it with offset and limit, or view some rows, with fewer columns"
	switch kindOf(raw) {
	case jx.String:
		instead = "read it with offset and limit, which count characters"
	case jx.Object:
		instead = "read a member of it: " + nameList(namesOf(membersOf(raw)))
	}
	return errorf(CodeTooLarge, "that is %s of %d bytes, at most %d are given at once; %s", noun(raw), len(raw), d.limit(), instead)
}

// textPart writes characters of a text, as many as an answer holds.
func (d Document) textPart(text string, offset, limit int) ([]byte, error) {
	const head = `{"text":`
	most := d.limit() - len(head) - tailBytes
	total := utf8.RuneCountInString(text)
	offset = min(offset, total)
	rest := text[behind(text, offset):]
	n := min(total-offset, max(most, 0))
	if limit > 0 {
		n = min(n, limit)
	}
	for {
		part := quoted(rest[:behind(rest, n)])
		if len(part) <= most && (n > 0 || offset == total) {
			return endPage(append([]byte(head), part...), total, offset+n), nil
		}
		if n == 0 {
			return nil, errorf(CodeTooLarge, "no text has room in the %d bytes that are given at once", d.limit())
		}
		n = min(n-1, n*max(most, 0)/len(part)) // escapes are longer than what they stand for
	}
}

// behind returns the offset behind the first n characters of a text.
func behind(text string, n int) int {
	for at := range text {
		if n--; n < 0 {
			return at
		}
	}
	return len(text)
}

// checkFields reports a field that no object has, be it the item or an element
// of it.
func (d Document) checkFields(raw []byte, fields []string) error {
	names, other := fieldsOf(raw)
	if other != nil {
		return errorf(CodeBadChoice, "fields are those of objects, and this is %s", noun(other))
	}
	for _, field := range fields {
		if len(names) > 0 && !slices.Contains(names, field) {
			return errorf(CodeNotFound, "#%s has no field %q here; there is %s", d.ID, shown(field), nameList(names))
		}
	}
	return nil
}

// fieldsOf returns the names of the members of an object, or of those in a list,
// and what is neither when there is such.
func fieldsOf(raw []byte) (names []string, other []byte) {
	elements, ok := elementsOf(raw)
	if !ok {
		if kindOf(raw) != jx.Object {
			return nil, raw
		}
		return namesOf(membersOf(raw)), nil
	}
	seen := map[string]bool{}
	for _, element := range elements {
		inside, other := fieldsOf(element)
		if other != nil {
			return nil, other
		}
		for _, name := range inside {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	return names, nil
}

// pick appends some members of an object, or of each object in a list; all when
// no fields are named. What an object does not have is left out.
func pick(out, raw []byte, fields []string) []byte {
	if len(fields) == 0 {
		return append(out, raw...)
	}
	if elements, ok := elementsOf(raw); ok {
		out = append(out, '[')
		for i, element := range elements {
			if i > 0 {
				out = append(out, ',')
			}
			out = pick(out, element, fields)
		}
		return append(out, ']')
	}
	members, first := membersOf(raw), true
	out = append(out, '{')
	for _, field := range fields {
		i := slices.IndexFunc(members, func(m member) bool { return m.name == field })
		if i < 0 {
			continue
		}
		if !first {
			out = append(out, ',')
		}
		first = false
		out = append(append(append(out, quoted(field)...), ':'), members[i].value...)
	}
	return append(out, '}')
}
