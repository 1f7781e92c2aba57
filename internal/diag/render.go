package diag

import (
	"bytes"
	"encoding/json"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// Text renders the findings one a line, in the order of the list, with paths
// relative to the directory dir and in the form of the operating system:
//
//	a.go:3:12: unknown argument "nam"; did you mean name? [MCP003]
//	a.go:9:1: warning: comment that looks like a directive [MCP008]
//		b.go:4:1: first declared here
//
// A related position, and every further line of a message that quotes another
// tool, follows on a line of its own behind a tab. A finding without a
// position starts with "mcpgen:". The result is empty for an empty list.
func (l List) Text(dir string) string {
	var b strings.Builder
	for _, f := range l {
		f.text(&b, dir)
	}
	return b.String()
}

func (f Finding) text(b *strings.Builder, dir string) {
	b.WriteString(place(f.Pos, dir))
	if f.Severity == Warning {
		b.WriteString("warning: ")
	}
	first, rest, more := strings.Cut(strings.TrimRight(f.Msg, "\r\n"), "\n")
	b.WriteString(strings.TrimRight(first, "\r"))
	if f.Hint != "" {
		b.WriteString("; " + oneLine(f.Hint))
	}
	b.WriteString(" [" + string(f.Code) + "]\n")
	if more {
		for line := range strings.Lines(rest) {
			b.WriteString("\t" + strings.TrimRight(line, "\r\n") + "\n")
		}
	}
	for _, r := range f.Related {
		b.WriteString("\t" + place(r.Pos, dir) + oneLine(r.Msg) + "\n")
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// place renders a position and what separates it from the text behind it.
func place(pos token.Position, dir string) string {
	if pos.Filename == "" {
		return "mcpgen: "
	}
	s := Short(pos.Filename, dir) + ":"
	if pos.Line > 0 {
		s += strconv.Itoa(pos.Line) + ":"
		if pos.Column > 0 {
			s += strconv.Itoa(pos.Column) + ":"
		}
	}
	return s + " "
}

// Short returns path relative to the directory dir. A path outside of dir
// stays as it is when that is the shorter form, which keeps the standard
// library and the module cache readable; so does one that has no relative
// form, such as one on another volume.
func Short(path, dir string) string {
	rel, err := filepath.Rel(dir, path)
	if err != nil || dir == "" {
		return path
	}
	if outside(rel) && len(path) < len(rel) {
		return path
	}
	return rel
}

func outside(rel string) bool {
	return rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// jsonFinding is the JSON form of a finding. Paths are those of the text form;
// columns count bytes from 1; a member that is not known is left out.
type jsonFinding struct {
	jsonPlace
	Code     Code        `json:"code"`
	Severity Severity    `json:"severity"`
	Message  string      `json:"message"`
	Hint     string      `json:"hint,omitempty"`
	Related  []jsonPlace `json:"related,omitempty"`
}

type jsonPlace struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	Note   string `json:"note,omitempty"` // of a related position
}

// JSON renders the findings as one JSON array with a final line break, "[]"
// for an empty list. Each has code, severity ("error", "warning") and message,
// and where known file, line, column, hint and related (file, line, column,
// note). Paths are relative to the directory dir.
func (l List) JSON(dir string) []byte {
	out := make([]jsonFinding, 0, len(l))
	for _, f := range l {
		j := jsonFinding{
			jsonPlace: placeOf(f.Pos, dir), Code: f.Code, Severity: f.Severity, Message: f.Msg, Hint: f.Hint,
		}
		for _, r := range f.Related {
			p := placeOf(r.Pos, dir)
			p.Note = r.Msg
			j.Related = append(j.Related, p)
		}
		out = append(out, j)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	_ = enc.Encode(out) // strings and integers into memory: cannot fail
	return b.Bytes()
}

func placeOf(pos token.Position, dir string) jsonPlace {
	if pos.Filename == "" {
		return jsonPlace{}
	}
	return jsonPlace{File: Short(pos.Filename, dir), Line: pos.Line, Column: pos.Column}
}
