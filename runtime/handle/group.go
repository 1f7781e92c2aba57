package handle

import (
	"math/big"
	"strings"
)

// Grouping says how to put rows together.
type Grouping struct {
	// Item and Filter are as in a [Query].
	Item, Filter string
	// By lists the columns whose values make a group; none for one group of all.
	By []string
	// Aggregates are count, and sum, min, max and avg of a column, such as
	// sum(amount); none for count.
	Aggregates []string
	// Offset, Limit and Sort are as in a [Query], of the groups: those are sorted by
	// the columns of the answer, such as -sum(amount).
	Offset, Limit int
	Sort          []string
}

// aggregate is one column of the answer that is computed.
type aggregate struct{ name, function, column string }

// Group returns a table as [Document.View] does, with a row for each group: its
// values, then the aggregates. Without a sort the groups are in the order in
// which they come up. What is no number does not count for sum and avg, and what
// is absent or null for none. Sums are exact.
func (d Document) Group(g Grouping) ([]byte, error) {
	rows, columns, err := d.selected(g.Item, g.Filter)
	if err != nil {
		return nil, err
	}
	if err := checkRange(g.Offset, g.Limit); err != nil {
		return nil, err
	}
	aggregates, err := parseAggregates(g.Aggregates)
	if err != nil {
		return nil, err
	}
	wanted, names := g.By, append([]string{}, g.By...)
	for _, a := range aggregates {
		names = append(names, a.name)
		if a.column != "" {
			wanted = append(wanted[:len(wanted):len(wanted)], a.column)
		}
	}
	if err := d.checkColumns(rows, columns, wanted); err != nil {
		return nil, err
	}
	w := watch{ctx: d.ctx}
	groups := groupsOf(&w, rows, g.By)
	table := make([]row, len(groups))
	for i, group := range groups {
		for _, by := range g.By {
			table[i].members = append(table[i].members, member{by, group[0].column(by)})
		}
		for _, a := range aggregates {
			table[i].members = append(table[i].members, member{a.name, a.of(&w, group)})
		}
	}
	if err := w.err(); err != nil {
		return nil, err
	}
	if err := d.sort(table, names, g.Sort); err != nil {
		return nil, err
	}
	return d.table(table, names, g.Offset, g.Limit)
}

// groupsOf puts the rows together that have the same values in some columns.
func groupsOf(w *watch, rows []row, by []string) [][]row {
	if len(by) == 0 {
		return [][]row{rows}
	}
	var groups [][]row
	places := map[string]int{}
	for _, r := range rows {
		if w.over() {
			break
		}
		key := string(r.append(nil, by))
		i, known := places[key]
		if !known {
			i = len(groups)
			places[key], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], r)
	}
	return groups
}

func parseAggregates(texts []string) ([]aggregate, error) {
	if len(texts) == 0 {
		return []aggregate{{name: "count", function: "count"}}, nil
	}
	var list []aggregate
	for _, text := range texts {
		function, column, _ := strings.Cut(text, "(")
		column, closed := strings.CutSuffix(column, ")")
		switch {
		case text == "count":
			list = append(list, aggregate{text, text, ""})
			continue
		case closed && column != "":
			switch function {
			case "count", "sum", "min", "max", "avg":
				list = append(list, aggregate{text, function, column})
				continue
			}
		}
		return nil, errorf(CodeBadChoice, "%q is no aggregate: there is count, count(COLUMN), sum(COLUMN), min(COLUMN), max(COLUMN) and avg(COLUMN)", shown(text))
	}
	return list, nil
}

// of returns the value for a group, null for that of nothing.
func (a aggregate) of(w *watch, group []row) []byte {
	if a.column == "" {
		return decimal(big.NewRat(int64(len(group)), 1))
	}
	count, numbers, sum, best := int64(0), int64(0), new(big.Rat), keyOf(null)
	for _, r := range group {
		value := r.column(a.column)
		if w.over() || rankOf(value) == ofNull {
			continue
		}
		count++
		switch a.function {
		case "sum", "avg":
			if n := number(value); n != nil {
				numbers++
				sum.Add(sum, n)
			}
		case "min", "max":
			k := keyOf(value)
			if c := k.compare(&best); count == 1 || a.function == "min" && c < 0 || a.function == "max" && c > 0 {
				best = k
			}
		}
	}
	switch {
	case a.function == "count":
		return decimal(big.NewRat(count, 1))
	case a.function == "sum":
		return decimal(sum)
	case a.function == "avg" && numbers > 0:
		return decimal(sum.Quo(sum, big.NewRat(numbers, 1)))
	case a.function == "avg":
		return null
	}
	return best.raw
}
