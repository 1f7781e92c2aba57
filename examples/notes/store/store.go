// Package store keeps notes in an SQLite database, which several programs may
// use at the same time.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlitelib "modernc.org/sqlite/lib"

	"github.com/mcpgen/mcpgen/examples/notes/notes"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// Store is a [notes.Notebook] in a database. It is safe for concurrent use.
type Store struct {
	// SQLite has one writer at a time: with one connection, changes wait for
	// each other in this process, and only other programs can be in the way.
	writer *sql.DB
	reader *sql.DB
	now    func() time.Time
}

var _ notes.Notebook = (*Store)(nil)

const (
	// lockTime is how long a change waits for other programs; its context may
	// end before.
	lockTime = 30 * time.Second
	// readers is how many reads run at the same time.
	readers = 8
)

// Path returns where the notes are: the file named by the environment variable
// NOTES_DB, or notes/notes.db in the user's configuration folder.
func Path() (string, error) {
	if path := os.Getenv("NOTES_DB"); path != "" {
		return path, nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("where to keep the notes? set NOTES_DB to a file: %w", err)
	}
	return filepath.Join(dir, "notes", "notes.db"), nil
}

// Open opens the database in a file, makes it when there is none, and brings an
// older one up to date.
func Open(ctx context.Context, path string) (*Store, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	s := &Store{now: time.Now}
	if s.writer, err = sql.Open("sqlite", dsn(path, "_txlock", "immediate")); err != nil {
		return nil, err
	}
	s.writer.SetMaxOpenConns(1)
	if s.reader, err = sql.Open("sqlite", dsn(path, "_query_only", "on")); err != nil {
		return nil, errors.Join(err, s.writer.Close())
	}
	s.reader.SetMaxOpenConns(readers)
	s.reader.SetMaxIdleConns(readers)
	if err := s.prepare(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("notes in %s: %w", path, err), s.Close())
	}
	return s, nil
}

// dsn returns the data source name of a file, with one more parameter.
func dsn(path, key, value string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/notes.db
	}
	params := url.Values{
		"_busy_timeout": {fmt.Sprint(lockTime.Milliseconds())},
		"_foreign_keys": {"on"},
		"_synchronous":  {"normal"}, // with a write-ahead log no crash can break the file
		key:             {value},
	}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: params.Encode()}).String()
}

// prepare brings the database into the form that this program knows.
func (s *Store) prepare(ctx context.Context) error {
	// When several programs begin with a new file at once, switching its journal
	// fails instead of waiting.
	for patience := time.Now().Add(lockTime); ; {
		err := s.useLog(ctx)
		if err == nil {
			return s.change(ctx, migrate)
		}
		if !isBusy(err) || time.Now().After(patience) {
			return friendly(ctx, err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// useLog turns on the write-ahead log, with which reads and changes do not wait
// for each other. The file remembers it, so this is not done to files of others.
func (s *Store) useLog(ctx context.Context) error {
	if _, err := schemaVersion(ctx, s.writer); err != nil {
		return err
	}
	_, err := s.writer.ExecContext(ctx, "PRAGMA journal_mode = WAL")
	return err
}

// Close closes the database.
func (s *Store) Close() error {
	return errors.Join(s.reader.Close(), s.writer.Close())
}

// change runs do in a transaction that may write.
func (s *Store) change(ctx context.Context, do func(context.Context, *sql.Tx) error) error {
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return friendly(ctx, err)
	}
	defer func() { _ = tx.Rollback() }() // does nothing after Commit
	if err := do(ctx, tx); err != nil {
		return friendly(ctx, err)
	}
	return friendly(ctx, tx.Commit())
}

// friendly is what a caller is told of an error.
func friendly(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err() // whatever SQLite made of it
	case isBusy(err):
		return mcpruntime.Errorf(mcpruntime.CodeBusy, "another program has been changing the notes for %s; try again later", lockTime)
	default:
		return err
	}
}

// isBusy reports whether another connection holds a lock.
func isBusy(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == sqlitelib.SQLITE_BUSY
}

// querier is a transaction, or the connections that read.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// collect reads all rows of a query.
func collect[T any](ctx context.Context, q querier, scan func(scanner) (T, error), query string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, friendly(ctx, err)
	}
	defer func() { _ = rows.Close() }() // Err has said what there is to say
	all := []T{}
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, friendly(ctx, err)
		}
		all = append(all, one)
	}
	return all, friendly(ctx, rows.Err())
}

// scanner is a row.
type scanner interface{ Scan(dest ...any) error }
