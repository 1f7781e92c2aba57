package server

import (
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/jenx"
	"github.com/mcpgen/mcpgen/internal/model"
)

// icons spells icons; nil when there are none.
func icons(list []model.Icon) *jen.Statement {
	if len(list) == 0 {
		return nil
	}
	return jen.Index().Add(jenx.Runtime("Icon")).ValuesFunc(func(g *jen.Group) {
		for _, icon := range list {
			g.Add(iconValue(icon))
		}
	})
}

func iconValue(icon model.Icon) *jen.Statement {
	return jen.Values(inline(
		text("Source", icon.Source),
		text("MIME", icon.MIME),
		texts("Sizes", icon.Sizes),
		text("Theme", icon.Theme),
	)...)
}

// cache spells for how long and whom a result may be kept; nil when it is not
// said.
func cache(c *model.Cache) *jen.Statement {
	if c == nil {
		return nil
	}
	return jenx.Runtime("Cache").Values(inline(
		field{"TTL", duration(c.TTL)},
		text("Scope", c.Scope),
	)...)
}

// units are those of package time, the largest first.
var units = []struct {
	unit time.Duration
	name string
}{
	{time.Hour, "Hour"}, {time.Minute, "Minute"}, {time.Second, "Second"},
	{time.Millisecond, "Millisecond"}, {time.Microsecond, "Microsecond"}, {time.Nanosecond, "Nanosecond"},
}

// duration spells a duration in the largest unit of which it is a multiple; nil
// for none.
func duration(d time.Duration) *jen.Statement {
	for _, u := range units {
		if d > 0 && d%u.unit == 0 {
			return jen.Lit(int(d/u.unit)).Op("*").Qual("time", u.name)
		}
	}
	return nil
}
