package handle

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestDocs holds docs/handles.md to what it says: the table of operations, on the
// value above it.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/handles.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```json\n")
	value, rest, _ := strings.Cut(rest, "\n```")
	d := Document{ID: "R1", JSON: []byte(value)}
	operations := map[string]func() ([]byte, error){
		`Summary()`:     func() ([]byte, error) { return []byte(d.Summary()), nil },
		`Count("", "")`: func() ([]byte, error) { n, err := d.Count("", ""); return strconv.AppendInt(nil, int64(n), 10), err },
		`Count("rows", "city=Oslo")`: func() ([]byte, error) {
			n, err := d.Count("rows", "city=Oslo")
			return strconv.AppendInt(nil, int64(n), 10), err
		},
		`Count("name", "")`: func() ([]byte, error) {
			n, err := d.Count("name", "")
			return strconv.AppendInt(nil, int64(n), 10), err
		},
		`Read("rows", "town")`:           func() ([]byte, error) { return d.Read("rows", "town") },
		`ReadPart("rows.0.city", 1, 2)`:  func() ([]byte, error) { return d.ReadPart("rows.0.city", 1, 2) },
		`ReadPart("rows", 1, 1, "city")`: func() ([]byte, error) { return d.ReadPart("rows", 1, 1, "city") },
		`Group(Grouping{By: {"city"}, Sort: {"count"}, Limit: 1})`: func() ([]byte, error) {
			return d.Group(Grouping{By: []string{"city"}, Sort: []string{"count"}, Limit: 1})
		},
		`Read("rows.1")`:       func() ([]byte, error) { return d.Read("rows.1") },
		`Read("rows", "city")`: func() ([]byte, error) { return d.Read("rows", "city") },
		`View(Query{Sort: {"-amount"}, Limit: 1})`: func() ([]byte, error) {
			return d.View(Query{Sort: []string{"-amount"}, Limit: 1})
		},
		`View(Query{Columns: {"amount"}, Filter: "city=Oslo, amount>1"})`: func() ([]byte, error) {
			return d.View(Query{Columns: []string{"amount"}, Filter: "city=Oslo, amount>1"})
		},
		`Group(Grouping{By: {"city"}, Aggregates: {"count", "sum(amount)"}})`: func() ([]byte, error) {
			return d.Group(Grouping{By: []string{"city"}, Aggregates: []string{"count", "sum(amount)"}})
		},
		`View(Query{Columns: {"town"}})`: func() ([]byte, error) { return d.View(Query{Columns: []string{"town"}}) },
	}
	rows := regexp.MustCompile("(?m)^\\| `([A-Z].*)` \\| `(.*)` \\|$").FindAllStringSubmatch(rest, -1)
	if len(rows) != len(operations) {
		t.Errorf("the table has %d rows, want %d", len(rows), len(operations))
	}
	for _, row := range rows {
		do := operations[row[1]]
		if do == nil {
			t.Errorf("the page has an operation that is not tested: %s", row[1])
			continue
		}
		got, err := do()
		if err != nil {
			got = []byte(err.Error())
		}
		check(t, row[1], string(got), row[2])
	}
	_, rest, _ = strings.Cut(rest, "| filter | error |\n")
	errors := regexp.MustCompile("(?m)^\\| `(.*)` \\| (.*) \\|$").FindAllStringSubmatch(rest, -1)
	if len(errors) < 7 {
		t.Errorf("the page has %d filters that are wrong", len(errors))
	}
	for _, row := range errors {
		if _, err := d.Count("", row[1]); err == nil || err.Error() != row[2] {
			t.Errorf("%s\ngot  %v\nwant %s", row[1], err, row[2])
		}
	}
	limits := DefaultLimits()
	if limits.Bytes != 256<<20 || limits.Principal != 64<<20 || limits.Count != 10_000 || Overhead != 512 || DefaultAnswer != 8<<10 || MaxSummary != 120 {
		t.Error("docs/handles.md says other limits")
	}
}

// What IsRef accepts is what the schema does.
func TestRefsAreThoseOfThePattern(t *testing.T) {
	pattern := regexp.MustCompile(Pattern)
	parts := []string{"", "#", "R", "z", "1", "9", "_", "é", "\n", " ", "-"}
	for _, a := range parts {
		for _, b := range parts {
			for _, c := range parts {
				for _, d := range parts {
					if text := a + b + c + d; IsRef(text) != pattern.MatchString(text) {
						t.Errorf("%q: IsRef says %t, the pattern %t", text, IsRef(text), pattern.MatchString(text))
					}
				}
			}
		}
	}
}
