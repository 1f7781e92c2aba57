package hostile

import (
	"fmt"
	"strconv"
	"strings"
)

// attack is a document that grows with n, about so many bytes long or a few
// times that.
type attack struct {
	name string
	make func(n int) string
}

// attacks lists the ways to make a decoder work, each for all of a document.
func attacks() []attack {
	list := []attack{
		{"empty", func(n int) string { return `{` + strings.Repeat(" ", n) + `}` }},
		{"many unknown", func(n int) string { return members(n, "", func(i int) string { return fmt.Sprintf(`"u%d":1`, i) }) }},
		{"many alike", func(n int) string {
			return members(n, `"wide":`, func(i int) string { return fmt.Sprintf(`"name_of_a_property_that_is_long_numbex_%d":1`, i) })
		}},
		{"many equal", func(n int) string { return members(n, "", func(int) string { return `"text":"a"` }) }},
		{"many unknown equal", func(n int) string { return members(n, "", func(int) string { return `"\u0061":1` }) }},
		{"many keys", func(n int) string {
			return members(n, `"map":`, func(i int) string { return fmt.Sprintf(`"k%d":%d`, i, i) })
		}},
		{"many keys equal", func(n int) string { return members(n, `"map":`, func(int) string { return `"k":1` }) }},
		{"many keys of any", func(n int) string {
			return members(n, `"any":`, func(i int) string { return fmt.Sprintf(`"k%d":null`, i) })
		}},
		{"keys in order", func(n int) string { // the last property first
			return `{"wide":{` + strings.Repeat(`"name_of_a_property_that_is_long_number_199":1,`, n/46) + `"x":1}}`
		}},
	}
	for _, where := range []string{"any", "ints", "texts", "node", "nodes", "text", "int", "raw", "map", "unknown", "pair"} {
		for _, d := range []attack{
			{"deep [", func(n int) string { return strings.Repeat("[", n) }},
			{"deep []", func(n int) string { return strings.Repeat("[", n/2) + strings.Repeat("]", n/2) }},
			{"deep {", func(n int) string { return strings.Repeat(`{"a":`, n/5) }},
			{"deep [{", func(n int) string { return strings.Repeat(`[{"kids":`, n/9) + "1" + strings.Repeat(`}]`, n/9) }},
			{"wrong list", func(n int) string { return "[" + strings.Repeat(`[],{},"",0.5,`, n/13) + "0]" }},
			{"long string", func(n int) string { return `"` + strings.Repeat("a", n) + `"` }},
			{"escapes", func(n int) string { return `"` + strings.Repeat(`\ud83d\ude00\n`, n/14) + `"` }},
			{"broken text", func(n int) string { return `"` + strings.Repeat("\xff\xed", n/2) + `\ud800"` }},
			{"open string", func(n int) string { return `"` + strings.Repeat(`\"`, n/2) }},
			{"quoted [", func(n int) string { return `"` + strings.Repeat("[", n) + `"` }},
			{"quoted list", func(n int) string { return `"[` + strings.Repeat(`1,`, n/2) + `1]"` }},
			{"list of quoted", func(n int) string { return `[` + strings.Repeat(`"[1]",`, n/6) + `1]` }},
		} {
			list = append(list, at(where, d))
		}
	}
	for _, where := range []string{"node"} {
		list = append(list,
			at(where, attack{"deep nodes", func(n int) string { return strings.Repeat(`{"value":1,"next":`, n/18) }}),
			at(where, attack{"deep named", func(n int) string { return strings.Repeat(`{"value":1,"named":{"a":`, n/24) }}),
			at(where, attack{"many kids", func(n int) string { return `{"value":1,"kids":[` + strings.Repeat(`{"value":1},`, n/12) + `{}]}` }}))
	}
	for _, number := range []attack{
		{"digits", func(n int) string { return strings.Repeat("9", n) }},
		{"zeros", func(n int) string { return "1" + strings.Repeat("0", n) }},
		{"small", func(n int) string { return "0." + strings.Repeat("0", n) + "1" }},
		{"exact", func(n int) string { return "7." + strings.Repeat("0", n) }},
		{"exponent", func(n int) string { return "1e" + strings.Repeat("9", n) }},
		{"huge", func(n int) string { return "7" + strings.Repeat("0", n) + "e-" + strconv.Itoa(n) }},
		{"quoted digits", func(n int) string { return `"` + strings.Repeat("9", n) + `"` }},
	} {
		for _, where := range []string{"int", "small", "uint", "float", "odd", "any", "ruled.step", "ruled.price", "ruled.share"} {
			list = append(list, at(where, number))
		}
	}
	return append(list, ruledAttacks()...)
}

// ruledAttacks are texts and lists under rules.
func ruledAttacks() (list []attack) {
	for _, where := range []string{"length", "pattern", "email", "uri", "host", "ipv6", "duration", "date_time", "uuid"} {
		for _, part := range []string{"a", "a.", "a@", "1:", "%41", "P1DT1H", "2", "-", "日"} {
			list = append(list, at("ruled."+where, attack{"of " + part, func(n int) string {
				return `"` + strings.Repeat(part, n/len(part)) + `!"`
			}}))
		}
	}
	return append(list,
		at("ruled.set", attack{"different", func(n int) string { return elements(n, func(i int) string { return fmt.Sprintf(`"e%d"`, i) }) }}),
		at("ruled.set", attack{"equal", func(n int) string { return elements(n, func(int) string { return `"e"` }) }}),
		at("ruled.numbers", attack{"different", func(n int) string { return elements(n, strconv.Itoa) }}),
		at("bytes", attack{"base64", func(n int) string { return `"` + strings.Repeat("AQID", n/4) + `"` }}),
		at("bytes", attack{"almost", func(n int) string { return `"` + strings.Repeat("AQID", n/4) + `A"` }}),
		at("when", attack{"fraction", func(n int) string { return `"2026-07-28T12:00:00.` + strings.Repeat("1", n) + `Z"` }}))
}

// at puts the value that an attack makes under a property, or two.
func at(where string, value attack) attack {
	outer, inner, nested := strings.Cut(where, ".")
	return attack{where + " " + value.name, func(n int) string {
		if nested {
			return `{"` + outer + `":{"` + inner + `":` + value.make(n) + `}}`
		}
		return `{"` + outer + `":` + value.make(n) + `}`
	}}
}

// members makes an object of members until it has about n bytes, under a
// property when before names one.
func members(n int, before string, member func(i int) string) string {
	var b strings.Builder
	b.WriteString("{" + before)
	if before != "" {
		b.WriteString("{")
	}
	for i := 0; b.Len() < n; i++ {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(member(i))
	}
	if before != "" {
		b.WriteString("}")
	}
	return b.String() + "}"
}

func elements(n int, element func(i int) string) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		b.WriteString("," + element(i))
	}
	return "[" + strings.TrimPrefix(b.String(), ",") + "]"
}
