package excel

import (
	"github.com/xuri/excelize/v2"
)

// styleChange is what a call changes about cells; what is empty stays.
type styleChange struct {
	bold, italic, wrap, border *bool
	color, fill                string // RRGGBB
	align                      string
	numberFormat               string
	size                       float64
}

// styleKey is a style, by its number, and what is changed about it.
type styleKey struct {
	from                       int
	bold, italic, wrap, border int // 1 for no, 2 for yes
	color, fill, align, format string
	size                       float64
}

func (c styleChange) key(from int) styleKey {
	flag := func(b *bool) int {
		switch {
		case b == nil:
			return 0
		case *b:
			return 2
		}
		return 1
	}
	return styleKey{from, flag(c.bold), flag(c.italic), flag(c.wrap), flag(c.border), c.color, c.fill, c.align, c.numberFormat, c.size}
}

// restyle changes the style of a cell.
func (b *book) restyle(sheet, cell string, c styleChange) error {
	from, err := b.GetCellStyle(sheet, cell)
	if err != nil {
		return err
	}
	key := c.key(from)
	to, known := b.styles[key]
	if !known {
		style, err := b.GetStyle(from)
		if err != nil {
			return err
		}
		c.apply(style)
		if to, err = b.NewStyle(style); err != nil {
			return err
		}
		b.styles[key] = to
	}
	return b.SetCellStyle(sheet, cell, cell, to)
}

func (c styleChange) apply(s *excelize.Style) {
	if s.Font == nil {
		s.Font = &excelize.Font{}
	}
	if s.Alignment == nil {
		s.Alignment = &excelize.Alignment{}
	}
	if c.bold != nil {
		s.Font.Bold = *c.bold
	}
	if c.italic != nil {
		s.Font.Italic = *c.italic
	}
	if c.color != "" {
		s.Font.Color, s.Font.ColorTheme = c.color, nil
	}
	if c.size != 0 {
		s.Font.Size = c.size
	}
	if c.wrap != nil {
		s.Alignment.WrapText = *c.wrap
	}
	if c.align != "" {
		s.Alignment.Horizontal = c.align
	}
	if c.fill != "" {
		s.Fill = excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{c.fill}}
	}
	if c.numberFormat != "" {
		s.NumFmt, s.CustomNumFmt = 0, &c.numberFormat
	}
	if c.border != nil {
		s.Border = nil
		if *c.border {
			for _, side := range []string{"left", "top", "right", "bottom"} {
				s.Border = append(s.Border, excelize.Border{Type: side, Color: "BFBFBF", Style: 1})
			}
		}
	}
}

// restyleArea changes the style of each cell of an area.
func (b *book) restyleArea(sheet string, a area, c styleChange) error {
	for row := a.top; row <= a.bottom; row++ {
		if err := b.ctx.Err(); err != nil {
			return err
		}
		for column := a.left; column <= a.right; column++ {
			if err := b.restyle(sheet, cellName(column, row), c); err != nil {
				return err
			}
		}
	}
	return nil
}

// headerStyle is how the workflow tools show the first row.
func headerStyle() styleChange {
	yes := true
	return styleChange{bold: &yes, color: "FFFFFF", fill: "1F4E78", align: "center"}
}

// totalStyle is how they show totals.
func totalStyle() styleChange {
	yes := true
	return styleChange{bold: &yes, fill: "DDEBF7"}
}

// widen makes columns as wide as what they show needs, within reason.
func (b *book) widen(sheet string, a area) error {
	for column := a.left; column <= a.right; column++ {
		longest := 8
		for row := a.top; row <= min(a.bottom, a.top+500); row++ {
			v, err := b.value(sheet, cellName(column, row))
			if err != nil {
				return err
			}
			longest = max(longest, min(len([]rune(show(v))), 60))
		}
		name := columnName(column)
		if err := b.SetColWidth(sheet, name, name, float64(longest+3)); err != nil {
			return err
		}
	}
	return nil
}
