package codec

import (
	"strconv"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen/mcpgen/emit/internal/jenx"
)

// units are the constants of package time, the longest first.
var units = []struct {
	name string
	unit time.Duration
}{
	{"Hour", time.Hour}, {"Minute", time.Minute}, {"Second", time.Second}, {"Millisecond", time.Millisecond}, {"Microsecond", time.Microsecond},
}

// durationLiteral spells a duration, which the parser has checked, in its
// longest unit without a fraction: 90 * time.Minute. A context that has no type
// asks for one with convert.
func durationLiteral(text string, convert bool) *jen.Statement {
	d, _ := time.ParseDuration(text)
	for _, u := range units {
		switch {
		case d == 0 || d%u.unit != 0:
		case d == u.unit:
			return jen.Qual("time", u.name)
		default:
			return number(d/u.unit).Op("*").Qual("time", u.name)
		}
	}
	if convert {
		return jen.Qual("time", "Duration").Call(number(d))
	}
	return number(d)
}

func number(d time.Duration) *jen.Statement { return jenx.Text(strconv.FormatInt(int64(d), 10)) }
