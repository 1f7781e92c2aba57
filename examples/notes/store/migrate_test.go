package store

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/mcpgen/mcpgen/examples/notes/notes"
)

// newest is the form of the database that the program knows.
const newest = 3

func openStore(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func newStore(t testing.TB) *Store { return openStore(t, filepath.Join(t.TempDir(), "notes.db")) }

// raw is the database without anything of this package around it.
func raw(t testing.TB, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func mustExec(t testing.TB, db *sql.DB, query string) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), query); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

func ask[T any](t testing.TB, db *sql.DB, query string) (answer T) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), query).Scan(&answer); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return answer
}

func TestMigrateEmpty(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "folder", "notes.db")
	for range 2 { // the second time there is nothing to do
		s, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	db := raw(t, path)
	if got := ask[int](t, db, "PRAGMA user_version"); got != newest {
		t.Errorf("form %d, want %d", got, newest)
	}
	if got := ask[string](t, db, "PRAGMA journal_mode"); got != "wal" {
		t.Errorf("journal mode %s", got)
	}
	if got := ask[string](t, db, "PRAGMA integrity_check"); got != "ok" {
		t.Error(got)
	}
}

// older makes the database of an earlier program, with one note in it.
func older(t *testing.T, form int) string {
	path := filepath.Join(t.TempDir(), "old.db")
	db := raw(t, path)
	for _, name := range []string{"001_notes", "002_tags", "003_search"}[:form] {
		text, err := os.ReadFile("migrations/" + name + ".sql")
		if err != nil {
			t.Fatal(err)
		}
		mustExec(t, db, string(text))
	}
	mustExec(t, db, fmt.Sprintf("PRAGMA application_id = 0x6e6f7465; PRAGMA user_version = %d", form))
	mustExec(t, db, "INSERT INTO notes VALUES (7, 'Old title', 'old text', 4, 1000, 2000)")
	if form >= 2 {
		mustExec(t, db, "INSERT INTO note_tags VALUES (7, 'kept')")
	}
	return path
}

func TestMigrateOlder(t *testing.T) {
	for form := 1; form <= newest; form++ {
		t.Run(fmt.Sprint("form ", form), func(t *testing.T) {
			path := older(t, form)
			s := openStore(t, path)
			note, err := s.GetNote(t.Context(), 7)
			if err != nil {
				t.Fatal(err)
			}
			if note.Title != "Old title" || note.Body != "old text" || note.Version != 4 || note.Created.UnixMilli() != 1000 || note.Updated.UnixMilli() != 2000 {
				t.Errorf("%+v", note)
			}
			if form >= 2 && fmt.Sprint(note.Tags) != "[kept]" {
				t.Errorf("tags %v", note.Tags)
			}
			hits, err := s.SearchNotes(t.Context(), "text", nil, 10)
			if err != nil || len(hits) != 1 || hits[0].ID != 7 {
				t.Errorf("a search finds %v, %v", hits, err)
			}
			if _, err := s.TagNote(t.Context(), 7, []notes.Tag{"new"}); err != nil {
				t.Error(err)
			}
			if got := ask[int](t, raw(t, path), "PRAGMA user_version"); got != newest {
				t.Errorf("form %d, want %d", got, newest)
			}
		})
	}
}

// A migration that fails in the middle leaves nothing behind.
func TestMigrateAllOrNothing(t *testing.T) {
	path := older(t, 1)
	db := raw(t, path)
	mustExec(t, db, "CREATE TABLE notes_fts (in_the_way)")
	if _, err := Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), "003_search.sql") {
		t.Fatalf("error %v", err)
	}
	if got := ask[int](t, db, "PRAGMA user_version"); got != 1 {
		t.Errorf("form %d, want 1", got)
	}
	if got := ask[int](t, db, "SELECT count(*) FROM sqlite_schema WHERE name = 'note_tags'"); got != 0 {
		t.Error("the migration before the one that failed has left its table")
	}
	mustExec(t, db, "DROP TABLE notes_fts")
	openStore(t, path)
}

func TestOpenRefuses(t *testing.T) {
	for _, c := range []struct{ name, setup, want string }{
		{"newer", "PRAGMA application_id = 0x6e6f7465; PRAGMA user_version = 99; CREATE TABLE later (x)", "form 99"},
		{"of another program", "PRAGMA user_version = 1; CREATE TABLE bookmarks (url)", "another program"},
	} {
		path := filepath.Join(t.TempDir(), "other.db")
		db := raw(t, path)
		mustExec(t, db, c.setup)
		if _, err := Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("a database that is %s: error %v, want %s", c.name, err, c.want)
		}
		if got := ask[int](t, db, "SELECT count(*) FROM sqlite_schema"); got != 1 {
			t.Errorf("a database that is %s has got more tables", c.name)
		}
		if got := ask[string](t, db, "PRAGMA journal_mode"); got != "delete" {
			t.Errorf("a database that is %s has got another journal: %s", c.name, got)
		}
	}
	path := filepath.Join(t.TempDir(), "text.db")
	if err := os.WriteFile(path, []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path); err == nil {
		t.Error("a text file was opened")
	}
}

// Programs that begin with the same new file do not get into each other's way.
func TestOpenAtOnce(t *testing.T) {
	for _, path := range []string{filepath.Join(t.TempDir(), "new.db"), older(t, 1)} {
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				s, err := Open(t.Context(), path)
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := s.CreateNote(t.Context(), fmt.Sprint("note ", i), ""); err != nil {
					t.Error(err)
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if got := ask[int](t, raw(t, path), "SELECT count(*) FROM notes WHERE title LIKE 'note %'"); got != 8 {
			t.Errorf("%d notes, want 8", got)
		}
	}
}

// The path is a path and not a part of a URI.
func TestOpenPath(t *testing.T) {
	for _, name := range []string{"a b.db", "50%25.db", "what?_pragma=user_version(9).db", "#1.db", "ä&=.db"} {
		path := filepath.Join(t.TempDir(), name)
		openStore(t, path)
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPath(t *testing.T) {
	t.Setenv("NOTES_DB", "/somewhere/else.db")
	if path, err := Path(); path != "/somewhere/else.db" || err != nil {
		t.Errorf("%s, %v", path, err)
	}
	t.Setenv("NOTES_DB", "")
	t.Setenv("XDG_CONFIG_HOME", "/home/of/configuration")
	if path, err := Path(); err != nil || !strings.HasSuffix(filepath.ToSlash(path), "/notes/notes.db") {
		t.Errorf("%s, %v", path, err)
	}
}

func TestOpenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s, err := Open(ctx, filepath.Join(t.TempDir(), "notes.db")); err == nil {
		t.Error("opened all the same", s.Close())
	}
}
