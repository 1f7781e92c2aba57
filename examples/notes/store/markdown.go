package store

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/mcpgen/mcpgen/examples/notes/notes"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

const (
	indexNotes  = 100  // how many notes Index lists
	reviewNotes = 30   // how many notes Review quotes
	reviewRunes = 2000 // how much of each
)

// NoteText implements [notes.Notebook].
func (s *Store) NoteText(ctx context.Context, id string) (string, error) {
	number, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return "", mcpruntime.Errorf(mcpruntime.CodeNotFound, "there is no note %q: notes have numbers", id)
	}
	note, err := s.GetNote(ctx, number)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	writeNote(&b, &note, "#")
	return b.String(), nil
}

// Index implements [notes.Notebook].
func (s *Store) Index(ctx context.Context) (string, error) {
	recent, err := collect(ctx, s.reader, scanSummary, "SELECT "+summaryColumns+
		" FROM notes n ORDER BY n.updated DESC, n.id DESC LIMIT ?", indexNotes)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("# Recent notes\n\n")
	if len(recent) == 0 {
		b.WriteString("There are none yet.\n")
	}
	for _, n := range recent {
		fmt.Fprintf(&b, "- [%s](note://%d), %s%s\n", linkText.Replace(n.Title), n.ID, n.Updated.Format("2006-01-02"), hashTags(n.Tags))
	}
	return b.String(), nil
}

// Review implements [notes.Notebook].
func (s *Store) Review(ctx context.Context, days int, tag *string) (string, error) {
	recent, err := collect(ctx, s.reader, scanNote, "SELECT "+summaryColumns+", n.body FROM notes n WHERE "+hasTag+
		" AND n.updated >= ?2 ORDER BY n.updated, n.id LIMIT ?3", tagFilter((*notes.Tag)(tag)), s.now().AddDate(0, 0, -days).UnixMilli(), reviewNotes)
	if err != nil {
		return "", err
	}
	if len(recent) == 0 {
		return "", mcpruntime.Errorf(mcpruntime.CodeNotFound, "no such note has changed in the last %d days", days)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Look back on my notes of the last %d days, which follow. In at most 15 lines, say what happened, what was decided, "+
		"and what is open, with the number of the note for each. Then ask me which of the open things to write down as a new note.\n", days)
	for i := range recent {
		recent[i].Body = clip(recent[i].Body, reviewRunes)
		fmt.Fprintf(&b, "\nNote %d, changed on %s:\n\n", recent[i].ID, recent[i].Updated.Format("2006-01-02"))
		writeNote(&b, &recent[i], "##")
	}
	return b.String(), nil
}

// writeNote writes a note with its title as a heading.
func writeNote(b *strings.Builder, n *notes.Note, heading string) {
	fmt.Fprintf(b, "%s %s\n", heading, n.Title)
	if len(n.Tags) > 0 {
		fmt.Fprintf(b, "\n%s\n", strings.TrimSpace(hashTags(n.Tags)))
	}
	if body := strings.TrimRight(n.Body, "\n"); body != "" {
		fmt.Fprintf(b, "\n%s\n", body)
	}
}

// hashTags writes each tag as " #tag".
func hashTags(tags []notes.Tag) string {
	var b strings.Builder
	for _, tag := range tags {
		b.WriteString(" #" + string(tag))
	}
	return b.String()
}

// linkText escapes what would end the text of a link.
var linkText = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`)

// clip cuts a text after so many characters.
func clip(text string, limit int) string {
	for i := range text {
		if limit == 0 {
			return text[:i] + "…"
		}
		limit--
	}
	return text
}
