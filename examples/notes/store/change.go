package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/mcpgen/mcpgen/examples/notes/notes"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// CreateNote implements [notes.Notebook].
func (s *Store) CreateNote(ctx context.Context, title, body string, tags ...notes.Tag) (created notes.Summary, err error) {
	title, err = oneLine(title)
	if err != nil {
		return created, err
	}
	tags, err = normalTags(tags)
	if err != nil {
		return created, err
	}
	err = s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		now := s.now().UnixMilli()
		result, err := tx.ExecContext(ctx, "INSERT INTO notes (title, body, created, updated) VALUES (?, ?, ?, ?)", title, body, now, now)
		if err != nil {
			return err
		}
		id, err := result.LastInsertId()
		if err != nil {
			return err
		}
		if err := addTags(ctx, tx, id, tags); err != nil {
			return err
		}
		created, err = summary(ctx, tx, id)
		return err
	})
	return created, err
}

// GetNote implements [notes.Notebook].
func (s *Store) GetNote(ctx context.Context, id int64) (notes.Note, error) {
	note, err := scanNote(s.reader.QueryRowContext(ctx, "SELECT "+summaryColumns+", n.body FROM notes n WHERE n.id = ?", id))
	return note, orNotFound(ctx, err, id)
}

// UpdateNote implements [notes.Notebook].
func (s *Store) UpdateNote(ctx context.Context, id, version int64, title, body *string) (updated notes.Summary, err error) {
	if title == nil && body == nil {
		return updated, mcpruntime.Errorf(mcpruntime.CodeBadArgument, "nothing to change: give a title, a body, or both")
	}
	if title != nil {
		line, err := oneLine(*title)
		if err != nil {
			return updated, err
		}
		title = &line
	}
	err = s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, `UPDATE notes SET title = coalesce(?, title), body = coalesce(?, body),
			version = version + 1, updated = ? WHERE id = ? AND version = ?`, title, body, s.now().UnixMilli(), id, version)
		if err := changedOne(ctx, tx, result, err, id); err != nil {
			return err
		}
		updated, err = summary(ctx, tx, id)
		return err
	})
	return updated, err
}

// AppendNote implements [notes.Notebook].
func (s *Store) AppendNote(ctx context.Context, id int64, text string) (updated notes.Summary, err error) {
	err = s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var body string
		if err := tx.QueryRowContext(ctx, "SELECT body FROM notes WHERE id = ?", id).Scan(&body); err != nil {
			return orNotFound(ctx, err, id)
		}
		if body = strings.TrimRight(body, "\n"); body != "" {
			body += "\n\n"
		}
		body += text
		if utf8.RuneCountInString(body) > notes.MaxBody {
			return mcpruntime.Errorf(mcpruntime.CodeBadArgument, "note %d would be longer than %d characters: begin a new one", id, notes.MaxBody)
		}
		_, err := tx.ExecContext(ctx, "UPDATE notes SET body = ?, version = version + 1, updated = ? WHERE id = ?", body, s.now().UnixMilli(), id)
		if err != nil {
			return err
		}
		updated, err = summary(ctx, tx, id)
		return err
	})
	return updated, err
}

// DeleteNote implements [notes.Notebook].
func (s *Store) DeleteNote(ctx context.Context, id int64, version *int64) error {
	return s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, "DELETE FROM notes WHERE id = ?1 AND version = coalesce(?2, version)", id, version)
		return changedOne(ctx, tx, result, err, id)
	})
}

// changedOne returns the error of a change to one version of a note; when it
// has found nothing to change, why.
func changedOne(ctx context.Context, tx *sql.Tx, result sql.Result, err error, id int64) error {
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n > 0 {
		return err
	}
	var newest int64
	if err := tx.QueryRowContext(ctx, "SELECT version FROM notes WHERE id = ?", id).Scan(&newest); err != nil {
		return orNotFound(ctx, err, id)
	}
	return mcpruntime.Errorf(notes.CodeConflict, "note %d has been changed and is at version %d now: get it again and apply your change to that", id, newest)
}

// orNotFound tells a note that is not there from other errors.
func orNotFound(ctx context.Context, err error, id int64) error {
	if errors.Is(err, sql.ErrNoRows) {
		return mcpruntime.Errorf(mcpruntime.CodeNotFound, "there is no note %d", id)
	}
	return friendly(ctx, err)
}

// summaryColumns are what scanSummary reads, of notes n. A tag has no spaces.
const summaryColumns = `n.id, n.title, n.version, n.created, n.updated,
	(SELECT coalesce(group_concat(t.tag, ' ' ORDER BY t.tag), '') FROM note_tags t WHERE t.note_id = n.id)`

func summary(ctx context.Context, q querier, id int64) (notes.Summary, error) {
	found, err := scanSummary(q.QueryRowContext(ctx, "SELECT "+summaryColumns+" FROM notes n WHERE n.id = ?", id))
	return found, orNotFound(ctx, err, id)
}

// scanSummary reads summaryColumns.
func scanSummary(row scanner) (notes.Summary, error) { return scanWith(row) }

// scanNote reads summaryColumns and the body.
func scanNote(row scanner) (note notes.Note, err error) {
	note.Summary, err = scanWith(row, &note.Body)
	return note, err
}

// scanWith reads summaryColumns and what else stands in a row.
func scanWith(row scanner, more ...any) (s notes.Summary, err error) {
	var created, updated int64
	var tags string
	err = row.Scan(append([]any{&s.ID, &s.Title, &s.Version, &created, &updated, &tags}, more...)...)
	s.Created, s.Updated = time.UnixMilli(created).UTC(), time.UnixMilli(updated).UTC()
	s.Tags = splitTags(tags)
	return s, err
}

// oneLine brings a title into one line.
func oneLine(title string) (string, error) {
	line := strings.Join(strings.Fields(title), " ")
	if line == "" {
		return "", mcpruntime.Errorf(mcpruntime.CodeBadArgument, "the title is empty: say in a few words what the note is about")
	}
	return line, nil
}
