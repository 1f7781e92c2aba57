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
}

// aggregate is one column of the answer that is computed.
type aggregate struct{ name, function, column string }

// Group returns a table as [Document.View] does, with a row for each group in
// the order in which they come up: its values, then the aggregates. What is no
// number does not count for sum and avg, and what is absent or null for none.
// Sums are exact.
func (d Document) Group(g Grouping) ([]byte, error) {
	rows, columns, err := d.selected(g.Item, g.Filter)
	if err != nil {
		return nil, err
	}
	aggregates, err := parseAggregates(g.Aggregates)
	if err != nil {
		return nil, err
	}
	wanted := g.By
	for _, a := range aggregates {
		if a.column != "" {
			wanted = append(wanted[:len(wanted):len(wanted)], a.column)
		}
	}
	if err := d.checkColumns(rows, columns, wanted); err != nil {
		return nil, err
	}
	var groups [][]row
	places := map[string]int{}
	if len(g.By) == 0 {
		groups = [][]row{rows}
	} else {
		for _, r := range rows {
			key := string(r.append(nil, g.By))
			i, known := places[key]
			if !known {
				i = len(groups)
				places[key], groups = i, append(groups, nil)
			}
			groups[i] = append(groups[i], r)
		}
	}
	names := append([]string{}, g.By...)
	for _, a := range aggregates {
		names = append(names, a.name)
	}
	table := make([]row, len(groups))
	for i, group := range groups {
		for _, by := range g.By {
			table[i].members = append(table[i].members, member{by, group[0].column(by)})
		}
		for _, a := range aggregates {
			table[i].members = append(table[i].members, member{a.name, a.of(group)})
		}
	}
	return d.table(table, names, 0, 0)
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
func (a aggregate) of(group []row) []byte {
	if a.column == "" {
		return decimal(big.NewRat(int64(len(group)), 1))
	}
	count, numbers, sum, best := int64(0), int64(0), new(big.Rat), null
	for _, r := range group {
		value := r.column(a.column)
		if rank(value) == 0 {
			continue
		}
		count++
		if n := number(value); n != nil {
			numbers++
			sum.Add(sum, n)
		}
		c := compare(value, best)
		if count == 1 || a.function == "min" && c < 0 || a.function == "max" && c > 0 {
			best = value
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
	return best
}
