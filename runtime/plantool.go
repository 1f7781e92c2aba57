package mcpruntime

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpgen/mcpgen/runtime/handle"
)

// look is what the tool handle is asked for.
type look struct {
	handle, do, item, filter              string
	fields, columns, sort, by, aggregates []string
	offset, limit                         int
}

var (
	lookProps = Props{
		Names:    []string{"handle", "do", "item", "fields", "columns", "filter", "sort", "offset", "limit", "by", "aggregates"},
		Required: 1,
	}
	lookEnum = []string{"summary", "count", "read", "view", "group", "drop"}
)

func readLook(r *Reader, l *look) {
	texts := func() (list []string) {
		for items := r.List(0, -1); items.Next(); {
			list = append(list, r.String())
		}
		return list
	}
	for o := r.Object(&lookProps); o.Next(); {
		switch o.Name() {
		case "handle":
			l.handle = r.String()
			r.Check(handle.IsRef(l.handle), wantHandle)
		case "do":
			l.do = r.StringEnum(lookEnum)
		case "item":
			l.item = r.String()
		case "fields":
			l.fields = texts()
		case "columns":
			l.columns = texts()
		case "filter":
			l.filter = r.String()
		case "sort":
			l.sort = texts()
		case "offset":
			l.offset = r.Int()
		case "limit":
			l.limit = r.Int()
		case "by":
			l.by = texts()
		case "aggregates":
			l.aggregates = texts()
		}
	}
}

// lookIntoHandle is the tool handle.
func lookIntoHandle(ctx context.Context, in *Reader, out *Writer) error {
	l := look{do: "summary"}
	readLook(in, &l)
	if err := in.Done(); err != nil {
		return err
	}
	if err := l.check(); err != nil {
		return err
	}
	text, err := l.answer(ctx)
	if err != nil {
		return err
	}
	out.Content(TextContent{Text: text})
	return nil
}

// lookTakes lists what belongs to each thing to do, beside the handle.
var lookTakes = map[string][]string{
	"summary": {"item"},
	"count":   {"item", "filter"},
	"read":    {"item", "fields", "offset", "limit"},
	"view":    {"item", "columns", "filter", "sort", "offset", "limit"},
	"group":   {"item", "by", "aggregates", "filter", "sort", "offset", "limit"},
	"drop":    nil,
}

// check refuses what does not belong to what is to be done: the answer would not
// be the one that was asked for. What is empty counts as left out.
func (l *look) check() error {
	takes := lookTakes[l.do]
	given := map[string]bool{
		"item": l.item != "", "fields": len(l.fields) > 0, "columns": len(l.columns) > 0, "filter": l.filter != "", "sort": len(l.sort) > 0,
		"offset": l.offset != 0, "limit": l.limit != 0, "by": len(l.by) > 0, "aggregates": len(l.aggregates) > 0,
	}
	for _, name := range lookProps.Names[2:] {
		if !given[name] || slices.Contains(takes, name) {
			continue
		}
		others := []string{}
		for _, do := range lookEnum {
			if slices.Contains(lookTakes[do], name) {
				others = append(others, do)
			}
		}
		what := "nothing but the handle"
		if len(takes) > 0 {
			what = strings.Join(takes, ", ")
		}
		return Errorf(CodeBadArgument, "%s does not belong to do=%s, which takes %s; it belongs to %s", name, l.do, what, strings.Join(others, ", "))
	}
	return nil
}

func (l *look) answer(ctx context.Context) (string, error) {
	if l.do == "drop" {
		return "ok", DropHandle(ctx, l.handle)
	}
	doc, err := HandleDocument(ctx, l.handle)
	if err != nil {
		return "", err
	}
	var text []byte
	switch l.do {
	case "summary":
		doc, err = doc.Item(l.item)
		return doc.Summary(), err
	case "count":
		n, err := doc.Count(l.item, l.filter)
		return strconv.Itoa(n), err
	case "read":
		text, err = doc.ReadPart(l.item, l.offset, l.limit, l.fields...)
	case "view":
		text, err = doc.View(handle.Query{Item: l.item, Columns: l.columns, Offset: l.offset, Limit: l.limit, Sort: l.sort, Filter: l.filter})
	case "group":
		text, err = doc.Group(handle.Grouping{Item: l.item, By: l.by, Aggregates: l.aggregates, Offset: l.offset, Limit: l.limit, Sort: l.sort, Filter: l.filter})
	}
	return string(text), err
}
