package handle

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

const sales = `{"name":"Q3","open":true,"rows":[
	{"city":"Oslo","amount":12.1,"by":"ann"},
	{"city":"Rome","amount":30,"by":"bob"},
	{"city":"Oslo","amount":0.2,"by":"bob","note":"late, again"},
	{"city":"Bergen","amount":null,"by":"ann"}]}`

var quarter = Document{ID: "R1", Kind: "sales", JSON: []byte(sales)}

// answer is what an operation says: its JSON without blanks, or its error.
func answer(out []byte, err error) string {
	if err != nil {
		e := err.(*Error)
		return e.Code + ": " + e.Message
	}
	var v json.RawMessage = out
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func check(t *testing.T, name, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\ngot  %s\nwant %s", name, got, want)
	}
}

func TestView(t *testing.T) {
	for _, c := range []struct {
		name string
		q    Query
		want string
	}{
		{"all", Query{}, `{"columns":["city","amount","by","note"],"rows":[["Oslo",12.1,"ann",null],["Rome",30,"bob",null],["Oslo",0.2,"bob","late, again"],["Bergen",null,"ann",null]],"total":4}`},
		{"columns and page", Query{Item: "rows", Columns: []string{"by", "city"}, Offset: 1, Limit: 2}, `{"columns":["by","city"],"rows":[["bob","Rome"],["bob","Oslo"]],"total":4,"next":3}`},
		{"sorted", Query{Columns: []string{"city", "amount"}, Sort: []string{"city", "-amount"}}, `{"columns":["city","amount"],"rows":[["Bergen",null],["Oslo",12.1],["Oslo",0.2],["Rome",30]],"total":4}`},
		{"filtered", Query{Columns: []string{"amount"}, Filter: `city=Oslo, amount>1e0`}, `{"columns":["amount"],"rows":[[12.1]],"total":1}`},
		{"a text with a comma", Query{Columns: []string{"by"}, Filter: `note="late, again"`}, `{"columns":["by"],"rows":[["bob"]],"total":1}`},
		{"part of a text", Query{Columns: []string{"city"}, Filter: `city~BERG`}, `{"columns":["city"],"rows":[["Bergen"]],"total":1}`},
		{"null", Query{Columns: []string{"city"}, Filter: `amount=null`}, `{"columns":["city"],"rows":[["Bergen"]],"total":1}`},
		{"not", Query{Columns: []string{"city"}, Filter: `by != ann, amount<=30`}, `{"columns":["city"],"rows":[["Rome"],["Oslo"]],"total":2}`},
		{"behind the end", Query{Columns: []string{"by"}, Offset: 9}, `{"columns":["by"],"rows":[],"total":4}`},
		{"no such column", Query{Columns: []string{"town"}}, `not_found: #R1 has no column "town"; its columns are: city, amount, by, note`},
		{"no such sort", Query{Sort: []string{"-town"}}, `not_found: #R1 has no column "town"; its columns are: city, amount, by, note`},
		{"no such filter", Query{Filter: "town=1"}, `not_found: #R1 has no column "town"; its columns are: city, amount, by, note`},
		{"no condition", Query{Filter: "Oslo"}, `bad_argument: "Oslo" is no condition: write column, operator and value, such as amount>=10; operators are = != < <= > >= ~`},
		{"no comma", Query{Filter: `city="Oslo" by=ann`}, `bad_argument: there is no comma before "by=ann" in the filter`},
		{"no list", Query{Item: "name"}, `bad_argument: item name of #R1 is a string, not a list; read it with offset and limit, which count characters`},
		{"no list in it", Query{Item: "rows.0"}, `bad_argument: item rows.0 of #R1 is an object, not a list; no member of it is a list`},
		{"no value", Query{Item: "open"}, `bad_argument: item open of #R1 is a boolean, not a list`},
		{"no item", Query{Item: "cells.1"}, `not_found: #R1 has no item "cells" here: there is name, open, rows`},
		{"below zero", Query{Offset: -1}, `bad_argument: offset and limit are 0 or more`},
	} {
		check(t, c.name, answer(quarter.View(c.q)), c.want)
	}
}

func TestViewOfOtherLists(t *testing.T) {
	grid := Document{ID: "R2", JSON: []byte(`{"cells":[[1,"a"],[2]]}`)}
	check(t, "lists", answer(grid.View(Query{Sort: []string{"-0"}})), `{"columns":["0","1"],"rows":[[2,null],[1,"a"]],"total":2}`)
	plain := Document{ID: "R3", JSON: []byte(`[3,10,2]`)}
	check(t, "values", answer(plain.View(Query{Sort: []string{"value"}})), `{"columns":["value"],"rows":[[2],[3],[10]],"total":3}`)
	empty := Document{ID: "R4", JSON: []byte(`[]`)}
	check(t, "none", answer(empty.View(Query{Columns: []string{"a"}})), `{"columns":["a"],"rows":[],"total":0}`)
	two := Document{ID: "R5", JSON: []byte(`{"a":[1],"b":[2]}`)}
	check(t, "two lists", answer(two.View(Query{})), `bad_argument: the whole of #R5 is an object, not a list; its lists are: a, b`)
}

func TestViewIsBounded(t *testing.T) {
	many := Document{ID: "R1", MaxBytes: 200, JSON: []byte("[" + strings.Repeat(`{"a":"0123456789012345678901234567890123456789"},`, 99) + `{"a":"x"}]`)}
	seen := 0
	for q := (Query{}); ; {
		out, err := many.View(q)
		if err != nil || len(out) > 200 {
			t.Fatalf("%d bytes, %v", len(out), err)
		}
		var page struct {
			Rows        [][]string
			Total, Next int
		}
		if err := json.Unmarshal(out, &page); err != nil || page.Total != 100 {
			t.Fatalf("%s: %v", out, err)
		}
		seen += len(page.Rows)
		if q.Offset = page.Next; q.Offset == 0 {
			break
		}
	}
	if seen != 100 {
		t.Errorf("the pages have %d rows, want 100", seen)
	}
	many.MaxBytes = 110
	check(t, "one row is too much", answer(many.View(Query{})), `too_large: row 0 alone has more than the 110 bytes that are given at once; ask for some of the columns: a`)
}

func TestReadAndCount(t *testing.T) {
	dotted := Document{ID: "R2", JSON: []byte(`{"a.b":{"c/d":[7]}}`)}
	for _, c := range []struct{ name, got, want string }{
		{"member", answer(quarter.Read("name")), `"Q3"`},
		{"element", answer(quarter.Read("rows.1.city")), `"Rome"`},
		{"fields", answer(quarter.Read("rows.1", "by", "city")), `{"by":"bob","city":"Rome"}`},
		{"fields of all", answer(quarter.Read("rows", "amount")), `[{"amount":12.1},{"amount":30},{"amount":0.2},{"amount":null}]`},
		{"fields of some", answer(quarter.Read("rows", "note")), `[{},{},{"note":"late, again"},{}]`},
		{"a field of none", answer(quarter.Read("rows", "city", "nope")), `not_found: #R1 has no field "nope" here; there is city, amount, by, note`},
		{"no such field", answer(quarter.Read("", "nme")), `not_found: #R1 has no field "nme" here; there is name, open, rows`},
		{"fields of mixed", answer(Document{JSON: []byte(`[{"a":1},null]`)}.Read("", "a")), `bad_argument: fields are those of objects, and this is null`},
		{"pointer", answer(dotted.Read("/a.b/c~1d/0")), `7`},
		{"index", answer(quarter.Read("rows.4")), `not_found: #R1 has no item "4" here: it is a list, with items 0 to 3`},
		{"too deep", answer(quarter.Read("name.x")), `not_found: #R1 has no item "x" here: it is a string`},
		{"fields of none", answer(quarter.Read("name", "x")), `bad_argument: fields are those of objects, and this is a string`},
		{"too large", answer(Document{JSON: []byte(sales), MaxBytes: 10}.Read("")), `too_large: that is an object of 226 bytes, at most 10 are given at once; read a member of it: name, open, rows`},
		{"too long a list", answer(Document{JSON: []byte(`[1,2,3,4,5,6]`), MaxBytes: 10}.Read("")), `too_large: that is a list of 13 bytes, at most 10 are given at once; read it with offset and limit, or view some rows, with fewer columns`},
		{"too long a text", answer(Document{JSON: []byte(`"0123456789"`), MaxBytes: 10}.Read("")), `too_large: that is a string of 12 bytes, at most 10 are given at once; read it with offset and limit, which count characters`},
		{"part of a text", answer(quarter.ReadPart("rows.0.city", 1, 2)), `{"text":"sl","total":4,"next":3}`},
		{"end of a text", answer(quarter.ReadPart("rows.0.city", 2, 9)), `{"text":"lo","total":4}`},
		{"behind a text", answer(quarter.ReadPart("rows.0.city", 9, 9)), `{"text":"","total":4}`},
		{"part of a list", answer(quarter.ReadPart("rows", 1, 2, "city")), `{"items":[{"city":"Rome"},{"city":"Oslo"}],"total":4,"next":3}`},
		{"a list that fits", answer(quarter.ReadPart("rows", 0, 0, "by")), `[{"by":"ann"},{"by":"bob"},{"by":"bob"},{"by":"ann"}]`},
		{"part of an object", answer(quarter.ReadPart("rows.1", 1, 0)), `bad_argument: offset and limit are for texts and lists, and item rows.1 of #R1 is an object`},
		{"fields of a text", answer(quarter.ReadPart("name", 1, 0, "x")), `bad_argument: fields are those of objects, and this is a string`},
		{"fields of a part", answer(quarter.ReadPart("rows", 1, 0, "town")), `not_found: #R1 has no field "town" here; there is city, amount, by, note`},
		{"before the beginning", answer(quarter.ReadPart("name", -1, 0)), `bad_argument: offset and limit are 0 or more`},
		{"one that is too large", answer(Document{JSON: []byte(`[1,"` + strings.Repeat("x", 100) + `"]`), MaxBytes: 90}.ReadPart("", 1, 0)), `too_large: element 1 alone has more than the 90 bytes that are given at once; read a part of it, or ask for fewer fields`},
	} {
		check(t, c.name, c.got, c.want)
	}
	for item, want := range map[string]int{"": 4, "rows": 4, "rows.2": 4, "name": 2} {
		if n, err := quarter.Count(item, ""); n != want || err != nil {
			t.Errorf("count of %q is %d, %v; want %d", item, n, err, want)
		}
	}
	if n, err := quarter.Count("rows", "by=ann"); n != 2 || err != nil {
		t.Errorf("%d rows by ann, %v", n, err)
	}
	_, err := quarter.Count("open", "")
	check(t, "count of nothing", answer(nil, err), `bad_argument: item open of #R1 is a boolean, which has nothing to count`)
	rows, err := quarter.Item("rows")
	check(t, "summary of an item", rows.Summary(), "4 rows of city, amount, by")
	if err != nil {
		t.Error(err)
	}
}

// Whatever a text is made of, its parts are the whole, and each is an answer.
func TestTextsAreReadInParts(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		var text strings.Builder
		for range random.IntN(2000) {
			text.WriteString([]string{"a", "é", "\n", "\"", "\x01", "😀", "<", "\u2028", "word "}[random.IntN(9)])
		}
		raw, _ := json.Marshal(map[string]string{"t": text.String()})
		d, got := Document{JSON: raw, MaxBytes: 150 + random.IntN(500)}, ""
		for offset, limit := 0, random.IntN(3)*random.IntN(100); ; {
			out, err := d.ReadPart("t", offset, limit)
			var part struct {
				Text        string
				Total, Next int
			}
			if err == nil && out[0] == '"' { // the whole
				err = json.Unmarshal(out, &part.Text)
			} else if err == nil {
				err = json.Unmarshal(out, &part)
			}
			if err != nil || len(out) > d.MaxBytes || limit > 0 && utf8.RuneCountInString(part.Text) > limit {
				t.Fatalf("%s: %v", out, err)
			}
			got += part.Text
			if part.Next == 0 {
				break
			}
			if part.Next <= offset || part.Total != utf8.RuneCountInString(text.String()) {
				t.Fatalf("%d behind %d of %d", part.Next, offset, part.Total)
			}
			offset = part.Next
		}
		if got != text.String() {
			t.Fatalf("got %q\nwant %q", got, text.String())
		}
	}
}

func TestGroup(t *testing.T) {
	for _, c := range []struct {
		name string
		g    Grouping
		want string
	}{
		{"count", Grouping{By: []string{"city"}}, `{"columns":["city","count"],"rows":[["Oslo",2],["Rome",1],["Bergen",1]],"total":3}`},
		{"all", Grouping{Aggregates: []string{"count", "count(amount)", "sum(amount)", "min(amount)", "max(city)", "avg(amount)"}},
			`{"columns":["count","count(amount)","sum(amount)","min(amount)","max(city)","avg(amount)"],"rows":[[4,3,42.3,0.2,"Rome",14.1]],"total":1}`},
		{"by two", Grouping{By: []string{"by", "city"}, Aggregates: []string{"sum(amount)"}, Filter: "city!=Rome"},
			`{"columns":["by","city","sum(amount)"],"rows":[["ann","Oslo",12.1],["bob","Oslo",0.2],["ann","Bergen",0]],"total":3}`},
		{"average of none", Grouping{By: []string{"city"}, Aggregates: []string{"avg(amount)", "max(amount)"}, Filter: "city=Bergen"},
			`{"columns":["city","avg(amount)","max(amount)"],"rows":[["Bergen",null,null]],"total":1}`},
		{"sorted and a page", Grouping{By: []string{"city"}, Aggregates: []string{"count", "sum(amount)"}, Sort: []string{"-sum(amount)", "city"}, Offset: 1, Limit: 1},
			`{"columns":["city","count","sum(amount)"],"rows":[["Oslo",2,12.3]],"total":3,"next":2}`},
		{"no such sort", Grouping{By: []string{"city"}, Sort: []string{"amount"}}, `not_found: #R1 has no column "amount"; its columns are: city, count`},
		{"below zero", Grouping{Limit: -1}, `bad_argument: offset and limit are 0 or more`},
		{"no such column", Grouping{Aggregates: []string{"sum(x)"}}, `not_found: #R1 has no column "x"; its columns are: city, amount, by, note`},
		{"no aggregate", Grouping{Aggregates: []string{"median(amount)"}}, `bad_argument: "median(amount)" is no aggregate: there is count, count(COLUMN), sum(COLUMN), min(COLUMN), max(COLUMN) and avg(COLUMN)`},
	} {
		check(t, c.name, answer(quarter.Group(c.g)), c.want)
	}
}

func TestExactNumbers(t *testing.T) {
	d := Document{ID: "R1", JSON: []byte(`[9007199254740993,9007199254740992,0.1,0.2,1e400,"x"]`)}
	check(t, "sum", answer(d.Group(Grouping{Aggregates: []string{"sum(value)"}})), `{"columns":["sum(value)"],"rows":[[18014398509481985.3]],"total":1}`)
	check(t, "order", answer(d.View(Query{Filter: "value>9007199254740992, value<1e300"})), `{"columns":["value"],"rows":[[9007199254740993]],"total":1}`)
	third := Document{JSON: []byte(`[1,0,0]`)}
	check(t, "a third", answer(third.Group(Grouping{Aggregates: []string{"avg(value)"}})), `{"columns":["avg(value)"],"rows":[[0.3333333333333333]],"total":1}`)
}

func TestSummary(t *testing.T) {
	for _, c := range []struct{ doc, want string }{
		{sales, `name "Q3", open true, rows: 4 rows of city, amount, by`},
		{`[]`, `0 rows`},
		{`[{"a":1}]`, `1 row of a`},
		{`[[1,2],[3,4]]`, `2 rows of 2 values`},
		{`[5,-2,4]`, `3 numbers, -2 to 5`},
		{`["x","y"]`, `2 values, first "x"`},
		{`{}`, `nothing`},
		{`{"result":"line\nbreak"}`, `result "line break"`},
		{`{"a":{"b":1,"c":2},"d":null}`, `a: 2 members, d null`},
		{`"` + strings.Repeat("é", 50) + `"`, `50 characters, "` + strings.Repeat("é", 23) + `…"`},
		{`{"` + strings.Repeat("é", 200) + `":1}`, strings.Repeat("é", 119) + "…"},
	} {
		check(t, c.doc, Summarize([]byte(c.doc)), c.want)
	}
}

// Whatever the document and the question, there is an answer within the limit
// that is JSON, and it is the same again.
func FuzzDocument(f *testing.F) {
	f.Add(sales, "rows", "city", "amount>1", "sum(amount)")
	f.Add(`[[1,"a"],[2]]`, "", "0", "1~a", "max(1)")
	f.Add(`{"a.b":{"c/d":[7]}}`, "/a.b/c~1d", "-value", "value<=1e3", "avg(value)")
	f.Fuzz(func(t *testing.T, doc, item, column, filter, aggregate string) {
		if !json.Valid([]byte(doc)) {
			t.Skip()
		}
		d := Document{ID: "R1", JSON: []byte(doc), MaxBytes: 500}
		ask := func() (answers []string) {
			read, err := d.ReadPart(item, 0, 0)
			answers = append(answers, answer(read, err))
			part, err := d.ReadPart(item, 1, 0, column)
			answers = append(answers, answer(part, err))
			view, err := d.View(Query{Item: item, Sort: []string{column}, Filter: filter})
			answers = append(answers, answer(view, err))
			group, err := d.Group(Grouping{Item: item, By: []string{strings.TrimPrefix(column, "-")}, Aggregates: []string{aggregate}, Filter: filter})
			answers = append(answers, answer(group, err))
			if len(read) > 500 || len(part) > 500 || len(view) > 500 || len(group) > 500 {
				t.Errorf("an answer is too long: %q", answers)
			}
			return append(answers, d.Summary())
		}
		first, second := ask(), ask()
		for i := range first {
			if first[i] != second[i] {
				t.Errorf("%q, then %q", first[i], second[i])
			}
		}
	})
}
