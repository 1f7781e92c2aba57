package excel

// merges returns the merged ranges of a sheet.
func (b *book) merges(sheet string) ([]area, error) {
	if list, known := b.merged[sheet]; known {
		return list, nil
	}
	found, err := b.GetMergeCells(sheet, true)
	if err != nil {
		return nil, err
	}
	list := make([]area, 0, len(found))
	for _, m := range found {
		if a, err := parseArea(m.GetStartAxis() + ":" + m.GetEndAxis()); err == nil {
			list = append(list, a)
		}
	}
	b.merged[sheet] = list
	return list, nil
}

// place is a cell by its column and row.
type place struct{ column, row int }

// covered returns the cells of an area that merging hides, which are all but the
// upper left one of each merged range. They hold nothing, although the library
// takes them for the one that is shown.
func (b *book) covered(sheet string, a area) (hidden map[place]area, err error) {
	list, err := b.merges(sheet)
	if err != nil {
		return nil, err
	}
	for _, m := range list {
		if !m.overlaps(a) {
			continue
		}
		if hidden == nil {
			hidden = map[place]area{}
		}
		for row := max(m.top, a.top); row <= min(m.bottom, a.bottom); row++ {
			for column := max(m.left, a.left); column <= min(m.right, a.right); column++ {
				hidden[place{column, row}] = m
			}
		}
		delete(hidden, place{m.left, m.top})
	}
	return hidden, nil
}

// hiddenBy is the error of writing to a cell that merging hides.
func hiddenBy(at place, m area) error {
	return badArgument("%s is part of %s, which is merged: write to %s, or undo that with merge_cells", cellName(at.column, at.row), m, m.first())
}

// merge empties what would be hidden.
func (b *book) merge(sheet string, a area) error {
	if a.cells() == 1 {
		return badArgument("%s is a single cell", a)
	}
	list, err := b.merges(sheet)
	if err != nil {
		return err
	}
	for _, other := range list {
		if other.overlaps(a) && other != a {
			return badArgument("%s overlaps %s, which is merged", a, other)
		}
	}
	tables, err := b.GetTables(sheet)
	if err != nil {
		return err
	}
	for _, t := range tables {
		if other, err := parseArea(t.Range); err == nil && other.overlaps(a) {
			return badArgument("%s overlaps table %s in %s, and tables have no merged cells", a, t.Name, t.Range)
		}
	}
	for i := range a.rows() {
		row := a.row(i)
		if i == 0 {
			row.left++
		}
		if err := b.clear(sheet, row); err != nil {
			return err
		}
	}
	delete(b.merged, sheet)
	return b.MergeCell(sheet, a.first(), a.last())
}
