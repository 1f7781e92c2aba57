package mcpruntime

import (
	"context"
	"fmt"

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
	text, err := l.answer(ctx)
	if err != nil {
		return err
	}
	out.Content(TextContent{Text: text})
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
		return doc.Summary(), nil
	case "count":
		n, err := doc.Count(l.item)
		return fmt.Sprint(n), err
	case "read":
		text, err = doc.Read(l.item, l.fields...)
	case "view":
		text, err = doc.View(handle.Query{Item: l.item, Columns: l.columns, Offset: l.offset, Limit: l.limit, Sort: l.sort, Filter: l.filter})
	case "group":
		text, err = doc.Group(handle.Grouping{Item: l.item, Filter: l.filter, By: l.by, Aggregates: l.aggregates})
	}
	return string(text), err
}
