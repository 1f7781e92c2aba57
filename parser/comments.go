package parser

import (
	"bytes"
	"go/ast"
	"go/token"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
)

// source is a parsed file with its bytes; comments belong to parameters by
// position, and a comma is seen in the bytes only.
type source struct {
	fset *token.FileSet
	ast  *ast.File
	src  []byte
}

// raw is a position without regard to //line comments.
func (s *source) raw(p token.Pos) token.Position { return s.fset.PositionFor(p, false) }

func (s *source) line(p token.Pos) int { return s.raw(p).Line }

// lastLine is the line on which a comment ends. Comment.End is of no use in a
// file with CRLF line endings, where it is off by the carriage returns.
func (s *source) lastLine(c *ast.Comment) int { return s.line(c.Pos()) + strings.Count(c.Text, "\n") }

// between returns the bytes from one position to another without comments.
func (s *source) between(from, to token.Pos) []byte {
	lo, hi := s.raw(from).Offset, s.raw(to).Offset
	if lo < 0 || hi > len(s.src) || lo > hi {
		return nil
	}
	var out []byte
	for rest := s.src[lo:hi]; len(rest) > 0; {
		var end string
		switch {
		case bytes.HasPrefix(rest, []byte("//")):
			end = "\n"
		case bytes.HasPrefix(rest, []byte("/*")):
			end = "*/"
		default:
			out, rest = append(out, rest[0]), rest[1:]
			continue
		}
		_, after, _ := bytes.Cut(rest[2:], []byte(end))
		if end == "\n" {
			out = append(out, '\n')
		}
		rest = after
	}
	return out
}

// startsLine reports whether nothing but comments stands before p on its line.
func (s *source) startsLine(p token.Pos) bool {
	start := p - token.Pos(s.raw(p).Column-1)
	return len(bytes.TrimSpace(s.between(start, p))) == 0
}

// entry is one name of a parameter or result list, or one unnamed field.
type entry struct {
	field    *ast.Field
	pos, end token.Pos
	lead     []*ast.Comment // above it, or before it on the line it starts
	trail    []*ast.Comment // behind it on its line
}

// text is the entry's description: what stands above is preferred to what
// stands behind, as for struct fields.
func (e *entry) text() text { return describe(e.lead...).or(describe(e.trail...)) }

// paramList gives the comments of one parenthesised list to its entries.
type paramList struct {
	*source
	list    *ast.FieldList
	entries []*entry
	found   diag.List
}

// readList returns the entries of a parameter or result list in order. The
// result list of a function may be nil or lack parentheses.
func readList(src *source, list *ast.FieldList) ([]*entry, diag.List) {
	if list == nil {
		return nil, nil
	}
	l := paramList{source: src, list: list, entries: entriesOf(list)}
	if list.Opening.IsValid() && list.Closing.IsValid() {
		l.assign()
	}
	return l.entries, l.found
}

func entriesOf(list *ast.FieldList) (entries []*entry) {
	for _, field := range list.List {
		if len(field.Names) == 0 {
			entries = append(entries, &entry{field: field, pos: field.Pos(), end: field.End()})
		}
		for i, name := range field.Names {
			end := name.End()
			if i == len(field.Names)-1 {
				end = field.End()
			}
			entries = append(entries, &entry{field: field, pos: name.Pos(), end: end})
		}
	}
	return entries
}

func (l *paramList) assign() {
	comments := l.comments()
	for i, c := range comments {
		prev, next := l.around(c)
		switch {
		case prev != nil && l.line(prev.end) == l.line(c.Pos()):
			l.behind(c, prev, next)
		case next != nil && l.line(next.pos) == l.lastLine(c) && l.startsLine(c.Pos()):
			next.lead = append(next.lead, c)
		case next != nil && l.reaches(comments[i:], next):
			l.shared(next, func(e *entry) { e.lead = append(e.lead, c) })
		case next != nil && prev == nil && l.oneLine() && len(l.entries) > 1:
			l.moving(c, "gofmt moves the comments of a one-line list that stand before their parameter")
		default:
			l.loose(c, "the comment belongs to no parameter and is left out",
				"put it behind a parameter, or on the lines directly above one")
		}
	}
	l.outdone()
}

// outdone takes away the comments behind parameters that have one above, too,
// and reports those that are nobody's then.
func (l *paramList) outdone() {
	used := map[*ast.Comment]bool{}
	var spare []*ast.Comment
	for _, e := range l.entries {
		if describe(e.lead...).Doc != "" {
			spare, e.trail = append(spare, e.trail...), nil
		}
		for _, c := range e.trail {
			used[c] = true
		}
	}
	for _, c := range spare {
		if !used[c] {
			used[c] = true
			l.loose(c, "the comment is left out, because the parameter has one above it already", "make one comment of the two")
		}
	}
}

// comments lists what lies between the parentheses and not within a type.
func (l *paramList) comments() (comments []*ast.Comment) {
	for _, group := range l.ast.Comments {
		if group.End() < l.list.Opening || group.Pos() > l.list.Closing {
			continue
		}
		for _, c := range group.List {
			if c.Pos() > l.list.Opening && c.Pos() < l.list.Closing && !l.inType(c.Pos()) && !strings.HasPrefix(c.Text, "/*line ") {
				comments = append(comments, c)
			}
		}
	}
	return comments
}

func (l *paramList) inType(p token.Pos) bool {
	for _, field := range l.list.List {
		if field.Type.Pos() <= p && p < field.Type.End() {
			return true
		}
	}
	return false
}

// around returns the entries before and after a comment. A comment between a
// name and its type comes after the name.
func (l *paramList) around(c *ast.Comment) (prev, next *entry) {
	for _, e := range l.entries {
		if e.pos > c.Pos() {
			return prev, e
		}
		prev = e
	}
	return prev, nil
}

// behind handles a comment on the line where prev ends.
func (l *paramList) behind(c *ast.Comment, prev, next *entry) {
	comma := bytes.IndexByte(l.between(prev.end, c.Pos()), ',') >= 0
	if comma && next != nil && l.line(next.pos) == l.lastLine(c) {
		l.moving(c, "gofmt moves a comment that stands right behind a comma to the parameter before")
		return
	}
	if l.oneLine() && isContext(prev.field) {
		l.moving(c, "a comment behind the context in a one-line list is what gofmt makes of a comment before the next parameter")
		return
	}
	if l.endsField(prev) {
		l.shared(prev, func(e *entry) { e.trail = append(e.trail, c) })
		return
	}
	prev.trail = append(prev.trail, c)
}

// endsField reports whether e is the last name of its field.
func (l *paramList) endsField(e *entry) bool { return e.end == e.field.End() }

// reaches reports whether the comments, each alone on its lines, lead without
// a gap to the line before next.
func (l *paramList) reaches(comments []*ast.Comment, next *entry) bool {
	line := 0
	for _, c := range comments {
		if c.Pos() > next.pos {
			break
		}
		if !l.startsLine(c.Pos()) || line > 0 && l.line(c.Pos()) > line+1 {
			return false
		}
		line = l.lastLine(c)
	}
	return line == l.line(next.pos)-1 || line == l.line(next.pos)
}

// shared applies do to e and to the other names of its field on its line.
func (l *paramList) shared(e *entry, do func(*entry)) {
	for _, other := range l.entries {
		if other.field == e.field && l.line(other.pos) == l.line(e.pos) {
			do(other)
		}
	}
}

func (l *paramList) oneLine() bool { return l.line(l.list.Opening) == l.line(l.list.Closing) }

func (l *paramList) moving(c *ast.Comment, why string) {
	if describe(c).Doc == "" {
		return
	}
	l.found = append(l.found, diag.New(l.fset.Position(c.Pos()), diag.MovingComment, why,
		"write the comment behind the type, as in city string /* city name */, or give each parameter a line of its own"))
}

func (l *paramList) loose(c *ast.Comment, why, hint string) {
	if describe(c).Doc == "" {
		return
	}
	l.found = append(l.found, diag.New(l.fset.Position(c.Pos()), diag.LooseComment, why, hint))
}

// isContext reports whether a field's type is spelt like context.Context; a
// comment is all that depends on it.
func isContext(field *ast.Field) bool {
	sel, ok := ast.Unparen(field.Type).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Context"
}
