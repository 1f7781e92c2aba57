package store

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"unicode"

	"github.com/mcpgen/mcpgen/examples/notes/notes"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// TagNote implements [notes.Notebook].
func (s *Store) TagNote(ctx context.Context, id int64, tags []notes.Tag) ([]notes.Tag, error) {
	return s.changeTags(ctx, id, tags, addTags)
}

// UntagNote implements [notes.Notebook].
func (s *Store) UntagNote(ctx context.Context, id int64, tags []notes.Tag) ([]notes.Tag, error) {
	return s.changeTags(ctx, id, tags, removeTags)
}

// changeTags changes the tags of a note and returns those that it has then.
func (s *Store) changeTags(ctx context.Context, id int64, tags []notes.Tag, change func(context.Context, *sql.Tx, int64, []notes.Tag) error) (after []notes.Tag, err error) {
	tags, err = normalTags(tags)
	if err != nil {
		return nil, err
	}
	err = s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := summary(ctx, tx, id); err != nil {
			return err
		}
		if err := change(ctx, tx, id, tags); err != nil {
			return err
		}
		now, err := summary(ctx, tx, id)
		after = now.Tags
		return err
	})
	return after, err
}

func addTags(ctx context.Context, tx *sql.Tx, id int64, tags []notes.Tag) error {
	for _, tag := range tags {
		if _, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO note_tags (note_id, tag) VALUES (?, ?)", id, tag); err != nil {
			return err
		}
	}
	return nil
}

func removeTags(ctx context.Context, tx *sql.Tx, id int64, tags []notes.Tag) error {
	for _, tag := range tags {
		if _, err := tx.ExecContext(ctx, "DELETE FROM note_tags WHERE note_id = ? AND tag = ?", id, tag); err != nil {
			return err
		}
	}
	return nil
}

// ListTags implements [notes.Notebook].
func (s *Store) ListTags(ctx context.Context) ([]notes.TagCount, error) {
	return collect(ctx, s.reader, func(row scanner) (c notes.TagCount, err error) {
		err = row.Scan(&c.Tag, &c.Notes)
		return c, err
	}, "SELECT tag, count(*) AS n FROM note_tags GROUP BY tag ORDER BY n DESC, tag")
}

// CompleteTag implements [notes.Notebook]: the tags of most notes come first.
func (s *Store) CompleteTag(ctx context.Context, prefix string) ([]string, error) {
	all, err := s.ListTags(ctx)
	var tags []string
	for _, c := range all {
		if strings.HasPrefix(string(c.Tag), string(normalTag(notes.Tag(prefix)))) {
			tags = append(tags, string(c.Tag))
		}
	}
	return tags, err
}

// RenameTag implements [notes.Notebook].
func (s *Store) RenameTag(ctx context.Context, from, to notes.Tag) (renamed int64, err error) {
	pair, err := normalEach([]notes.Tag{from, to})
	if err != nil {
		return 0, err
	}
	from, to = pair[0], pair[1]
	err = s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM note_tags WHERE tag = ?", from).Scan(&renamed); err != nil {
			return err
		}
		if renamed == 0 {
			return mcpruntime.Errorf(mcpruntime.CodeNotFound, "no note has the tag %q; list_tags shows which there are", from)
		}
		// A note that has both keeps one.
		if _, err := tx.ExecContext(ctx, "UPDATE OR IGNORE note_tags SET tag = ? WHERE tag = ?", to, from); err != nil || from == to {
			return err
		}
		_, err := tx.ExecContext(ctx, "DELETE FROM note_tags WHERE tag = ?", from)
		return err
	})
	return renamed, err
}

// normalTags returns tags as they are stored, sorted, each once.
func normalTags(tags []notes.Tag) ([]notes.Tag, error) {
	normal, err := normalEach(tags)
	slices.Sort(normal)
	return slices.Compact(normal), err
}

func normalEach(tags []notes.Tag) ([]notes.Tag, error) {
	normal := make([]notes.Tag, len(tags))
	for i, tag := range tags {
		if normal[i] = normalTag(tag); normal[i] == "" {
			return nil, mcpruntime.Errorf(mcpruntime.CodeBadArgument, "%q is no tag: use letters and digits", tag)
		}
	}
	return normal, nil
}

// normalTag returns a tag as it is stored; "" when nothing is left of it.
func normalTag(tag notes.Tag) notes.Tag {
	words := strings.FieldsFunc(strings.TrimLeft(string(tag), "# \t"), func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	})
	return notes.Tag(strings.ToLower(strings.Join(words, "-")))
}

// tagFilter returns the tag that a search is limited to, as it is stored; nil
// for none.
func tagFilter(tag *notes.Tag) *string {
	if tag == nil {
		return nil
	}
	normal := string(normalTag(*tag))
	return &normal
}

// splitTags is the opposite of group_concat in summaryColumns.
func splitTags(joined string) []notes.Tag {
	tags := []notes.Tag{}
	for _, tag := range strings.Fields(joined) {
		tags = append(tags, notes.Tag(tag))
	}
	return tags
}
