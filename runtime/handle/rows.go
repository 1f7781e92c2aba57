package handle

import (
	"slices"
	"strconv"

	"github.com/go-faster/jx"
)

// row is an element of a list: an object, whose members are its columns; a
// list, whose columns are 0, 1 and so on; or a plain value, the column "value".
type row struct{ members []member }

// valueColumn is the only column of a row that is a plain value.
const valueColumn = "value"

var null = []byte("null")

// rowOf reads a row, of so many columns if it is like the one before.
func rowOf(raw []byte, columns int) row {
	var r row
	switch kindOf(raw) {
	case jx.Object:
		r.members = appendMembers(make([]member, 0, columns), raw)
	case jx.Array:
		elements, _ := elementsOf(raw)
		for i, e := range elements {
			r.members = append(r.members, member{strconv.Itoa(i), e})
		}
	default:
		r.members = []member{{valueColumn, raw}}
	}
	return r
}

// column returns a value of the row; null for one that it does not have.
func (r row) column(name string) []byte {
	for _, m := range r.members {
		if m.name == name {
			return m.value
		}
	}
	return null
}

// rows returns the elements of the list at a path. The whole, when it is an
// object, stands for the only list in it.
func (d Document) rows(item string) ([]row, error) {
	raw, err := d.at(item)
	if err != nil {
		return nil, err
	}
	elements, ok := elementsOf(raw)
	if !ok {
		name := d.onlyList(raw)
		if name == "" {
			return nil, d.noList(item, raw)
		}
		raw, err = d.inside(raw, name)
		if err != nil {
			return nil, err
		}
		elements, _ = elementsOf(raw)
	}
	w := watch{ctx: d.ctx}
	list, columns := make([]row, len(elements)), 0
	for i, e := range elements {
		list[i] = rowOf(e, columns)
		if columns = len(list[i].members); w.over() {
			return nil, w.err()
		}
	}
	return list, nil
}

// noList says what there is instead of the list at a path.
func (d Document) noList(item string, raw []byte) error {
	instead := ""
	switch lists := listsOf(raw); {
	case kindOf(raw) == jx.String:
		instead = "; read it with offset and limit, which count characters"
	case len(lists) > 0:
		instead = "; its lists are: " + nameList(lists)
	case kindOf(raw) == jx.Object:
		instead = "; no member of it is a list"
	}
	return errorf(CodeBadChoice, "%s of #%s is %s, not a list%s", itemName(item), d.ID, noun(raw), instead)
}

func itemName(item string) string {
	if item == "" {
		return "the whole"
	}
	return "item " + shown(item)
}

// listsOf names the members of an object that are lists.
func listsOf(raw []byte) (names []string) {
	for _, m := range membersOf(raw) {
		if kindOf(m.value) == jx.Array {
			names = append(names, m.name)
		}
	}
	return names
}

// onlyList names the member that is a list when there is one alone.
func (d Document) onlyList(raw []byte) string {
	if lists := listsOf(raw); len(lists) == 1 {
		return lists[0]
	}
	return ""
}

// columnsOf returns the columns of all rows, in the order in which they come up.
func columnsOf(rows []row) []string {
	var names []string
	seen := map[string]bool{}
	for _, r := range rows {
		for _, m := range r.members {
			if !seen[m.name] {
				seen[m.name] = true
				names = append(names, m.name)
			}
		}
	}
	return names
}

// checkColumns reports a column that no row has.
func (d Document) checkColumns(rows []row, all, wanted []string) error {
	for _, name := range wanted {
		if len(rows) > 0 && !slices.Contains(all, name) {
			return errorf(CodeNotFound, "#%s has no column %q; its columns are: %s", d.ID, shown(name), nameList(all))
		}
	}
	return nil
}
