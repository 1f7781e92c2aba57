package store

import (
	"context"
	"strings"
	"unicode"

	"github.com/mcpgen/mcpgen/examples/notes/notes"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// hasTag is a condition on notes n: the parameter ?1 is a tag or NULL.
const hasTag = "(?1 IS NULL OR EXISTS (SELECT 1 FROM note_tags t WHERE t.tag = ?1 AND t.note_id = n.id))"

// ListNotes implements [notes.Notebook].
func (s *Store) ListNotes(ctx context.Context, tag *notes.Tag, before *int64, limit int) (notes.Page, error) {
	// One more than asked for says whether there is a next page.
	found, err := collect(ctx, s.reader, scanSummary, "SELECT "+summaryColumns+" FROM notes n WHERE "+hasTag+
		" AND (?2 IS NULL OR n.id < ?2) ORDER BY n.id DESC LIMIT ?3", tagFilter(tag), before, max(limit, 1)+1)
	if err != nil || len(found) <= limit {
		return notes.Page{Notes: found}, err
	}
	found = found[:limit]
	return notes.Page{Notes: found, Next: &found[limit-1].ID}, nil
}

// SearchNotes implements [notes.Notebook].
func (s *Store) SearchNotes(ctx context.Context, query string, tag *notes.Tag, limit int) ([]notes.Hit, error) {
	match, err := matchExpression(query)
	if err != nil {
		return nil, err
	}
	// bm25 is less for better ones; a word in the title counts four times.
	return collect(ctx, s.reader, scanHit, "SELECT "+summaryColumns+`, snippet(notes_fts, -1, '**', '**', '…', 24)
		FROM notes_fts JOIN notes n ON n.id = notes_fts.rowid WHERE notes_fts MATCH ?2 AND `+hasTag+`
		ORDER BY bm25(notes_fts, 4.0, 1.0), n.id DESC LIMIT ?3`, tagFilter(tag), match, limit)
}

func scanHit(row scanner) (hit notes.Hit, err error) {
	s, err := scanWith(row, &hit.Snippet)
	hit.ID, hit.Title, hit.Tags = s.ID, s.Title, s.Tags
	return hit, err
}

// matchExpression puts what a person or model looks for in terms of FTS5. All
// of its text ends up in quotes, so that nothing in it is an operator.
// See https://www.sqlite.org/fts5.html#full_text_query_syntax.
func matchExpression(query string) (string, error) {
	var want, avoid []string
	for _, t := range terms(query) {
		switch {
		case !strings.ContainsFunc(t.text, isTokenRune):
			// FTS5 would see no word in it.
		case t.not:
			avoid = append(avoid, quoted(t.text))
		case t.exact:
			want = append(want, quoted(t.text))
		default:
			want = append(want, quoted(t.text)+"*")
		}
	}
	if len(want) == 0 {
		return "", mcpruntime.Errorf(mcpruntime.CodeBadArgument, "the query has no word to look for: use letters or digits; list_notes lists notes without a search")
	}
	match := "(" + strings.Join(want, " AND ") + ")"
	if len(avoid) > 0 {
		match += " NOT (" + strings.Join(avoid, " OR ") + ")"
	}
	return match, nil
}

// term is a word of a query, or words in quotes.
type term struct {
	text       string
	exact, not bool
}

// terms splits a query. A quote that is not closed ends with the query.
func terms(query string) (list []term) {
	// A NUL would end the expression.
	rest := strings.ReplaceAll(strings.ToValidUTF8(query, " "), "\x00", " ")
	for {
		rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
		if rest == "" {
			return list
		}
		var t term
		if after, found := strings.CutPrefix(rest, "-"); found {
			t.not, rest = true, after
		}
		if after, found := strings.CutPrefix(rest, `"`); found {
			t.exact = true
			t.text, rest, _ = strings.Cut(after, `"`)
		} else if end := strings.IndexFunc(rest, unicode.IsSpace); end >= 0 {
			t.text, rest = rest[:end], rest[end:]
		} else {
			t.text, rest = rest, ""
		}
		list = append(list, t)
	}
}

// isTokenRune reports whether the tokenizer unicode61 sees a part of a word: a
// letter, a number, or a character for private use.
func isTokenRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Co, r)
}

// quoted returns text as a string of FTS5.
func quoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, `""`) + `"` }
