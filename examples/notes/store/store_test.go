package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mcpgen/mcpgen/examples/notes/notes"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// Sixteen writers, in two programs as far as the database can tell: nothing is
// lost, and nobody is told that the database is locked.
func TestConcurrentWriters(t *testing.T) {
	t.Parallel()
	const writers, writes, shares = 16, 50, 10
	path := filepath.Join(t.TempDir(), "notes.db")
	stores := []*Store{openStore(t, path), openStore(t, path)}
	shared := create(t, stores[0], "shared", "")
	var wg sync.WaitGroup
	for w := range writers {
		s := stores[w%len(stores)]
		wg.Go(func() {
			for i := range writes {
				name := fmt.Sprintf("w%d-%d", w, i)
				if _, err := s.CreateNote(t.Context(), name, "by "+name, notes.Tag("w"+strconv.Itoa(w))); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				if i >= shares {
					continue
				}
				if _, err := s.AppendNote(t.Context(), shared, name); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				if hits, err := s.SearchNotes(t.Context(), name, nil, 10); err != nil || len(hits) < 2 {
					t.Errorf("%s: found %v, %v", name, hits, err)
				}
			}
		})
	}
	wg.Wait()

	note, err := stores[1].GetNote(t.Context(), shared)
	if err != nil {
		t.Fatal(err)
	}
	if note.Version != writers*shares+1 {
		t.Errorf("version %d, want %d", note.Version, writers*shares+1)
	}
	inOrder(t, strings.Split(note.Body, "\n\n"), writers, shares)
	created := allNotes(t, stores[0], 97)
	slices.Reverse(created)
	var titles []string
	for _, n := range created[1:] {
		titles = append(titles, n.Title)
	}
	inOrder(t, titles, writers, writes)
}

// inOrder checks that each writer's lines are all there, once, in its order.
func inOrder(t *testing.T, lines []string, writers, each int) {
	t.Helper()
	if len(lines) != writers*each {
		t.Errorf("%d lines, want %d", len(lines), writers*each)
	}
	next := make([]int, writers)
	for _, line := range lines {
		var w, i int
		if _, err := fmt.Sscanf(line, "w%d-%d", &w, &i); err != nil || next[w] != i {
			t.Fatalf("line %q, want number %d", line, next[w])
		}
		next[w]++
	}
}

// allNotes walks through all pages.
func allNotes(t *testing.T, s *Store, limit int) (all []notes.Summary) {
	t.Helper()
	for before := (*int64)(nil); ; {
		page, err := s.ListNotes(t.Context(), nil, before, limit)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, page.Notes...)
		if before = page.Next; before == nil {
			return all
		}
	}
}

// Of changes to the same version one succeeds; who tries again with the newer
// one loses nothing.
func TestVersions(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := create(t, s, "counter", "0")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for done := 0; done < 5; {
				n, err := s.GetNote(t.Context(), id)
				if err != nil {
					t.Error(err)
					return
				}
				count, _ := strconv.Atoi(n.Body)
				_, err = s.UpdateNote(t.Context(), id, n.Version, nil, new(strconv.Itoa(count+1)))
				switch {
				case err == nil:
					done++
				case code(err) != notes.CodeConflict:
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	if n, err := s.GetNote(t.Context(), id); err != nil || n.Body != "40" || n.Version != 41 {
		t.Errorf("%+v, %v", n, err)
	}
	if err := s.DeleteNote(t.Context(), id, new(int64(40))); code(err) != notes.CodeConflict {
		t.Errorf("deleting an old version: %v", err)
	}
	if err := s.DeleteNote(t.Context(), id, new(int64(41))); err != nil {
		t.Error(err)
	}
}

// While another program holds the database, a change waits as long as its
// context allows and leaves no trace, and reads go on.
func TestContextEndsWaiting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.db")
	s := openStore(t, path)
	id := create(t, s, "first", "text")
	other := raw(t, path)
	other.SetMaxOpenConns(1)
	mustExec(t, other, "BEGIN IMMEDIATE")

	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	begin := time.Now()
	_, err := s.CreateNote(ctx, "second", "")
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want that of the context", err)
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("it took %s", took)
	}
	if _, err := s.GetNote(t.Context(), id); err != nil {
		t.Errorf("a read: %v", err)
	}
	if hits, err := s.SearchNotes(t.Context(), "text", nil, 10); err != nil || len(hits) != 1 {
		t.Errorf("a search: %v, %v", hits, err)
	}
	waiting := make(chan error, 1)
	go func() {
		_, err := s.CreateNote(t.Context(), "third", "")
		waiting <- err
	}()
	time.Sleep(50 * time.Millisecond)
	mustExec(t, other, "COMMIT")
	if err := <-waiting; err != nil {
		t.Errorf("a change that waited: %v", err)
	}
	var titles []string
	for _, n := range allNotes(t, s, 10) {
		titles = append(titles, n.Title)
	}
	if !slices.Equal(titles, []string{"third", "first"}) {
		t.Errorf("notes %q", titles)
	}
}

// The error of a change that is cut off in the middle is that of its context,
// whatever the database says.
func TestContextEndsInTheMiddle(t *testing.T) {
	s := newStore(t)
	ctx, cancel := context.WithCancel(t.Context())
	err := s.change(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		_, err = tx.ExecContext(ctx, "INSERT INTO notes (title, body, created, updated) VALUES ('', '', 0, 0)")
		cancel()
		for err == nil { // until it is rolled back
			_, err = tx.ExecContext(t.Context(), "SELECT 1")
		}
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if all := allNotes(t, s, 10); len(all) > 0 {
		t.Errorf("it left %+v", all)
	}
}

// Who waits for too long is told so, not what SQLite calls it.
func TestBusy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.db")
	openStore(t, path)
	one, two := raw(t, path), raw(t, path)
	one.SetMaxOpenConns(1)
	mustExec(t, one, "BEGIN IMMEDIATE")
	_, err := two.ExecContext(t.Context(), "DELETE FROM notes")
	if err = friendly(t.Context(), err); code(err) != mcpruntime.CodeBusy || strings.Contains(err.Error(), "SQLITE") {
		t.Errorf("error %v", err)
	}
}

func TestNotFound(t *testing.T) {
	s := newStore(t)
	ctx := t.Context()
	for what, do := range map[string]func() error{
		"get":    func() error { _, err := s.GetNote(ctx, 5); return err },
		"update": func() error { _, err := s.UpdateNote(ctx, 5, 1, nil, new("x")); return err },
		"append": func() error { _, err := s.AppendNote(ctx, 5, "x"); return err },
		"delete": func() error { return s.DeleteNote(ctx, 5, nil) },
		"tag":    func() error { _, err := s.TagNote(ctx, 5, []notes.Tag{"x"}); return err },
		"untag":  func() error { _, err := s.UntagNote(ctx, 5, []notes.Tag{"x"}); return err },
		"rename": func() error { _, err := s.RenameTag(ctx, "x", "y"); return err },
		"text":   func() error { _, err := s.NoteText(ctx, "5"); return err },
		"word":   func() error { _, err := s.NoteText(ctx, "five"); return err },
		"review": func() error { _, err := s.Review(ctx, 7, nil); return err },
	} {
		if err := do(); code(err) != mcpruntime.CodeNotFound {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestBadArguments(t *testing.T) {
	s := newStore(t)
	ctx := t.Context()
	id := create(t, s, "a", strings.Repeat("ä", notes.MaxBody-3))
	for what, do := range map[string]func() error{
		"blank title":     func() error { _, err := s.CreateNote(ctx, " \n ", ""); return err },
		"blank new title": func() error { _, err := s.UpdateNote(ctx, id, 1, new(" "), nil); return err },
		"no change":       func() error { _, err := s.UpdateNote(ctx, id, 1, nil, nil); return err },
		"no tag":          func() error { _, err := s.TagNote(ctx, id, []notes.Tag{"fine", " # "}); return err },
		"too long":        func() error { _, err := s.AppendNote(ctx, id, "ää"); return err },
	} {
		if err := do(); code(err) != mcpruntime.CodeBadArgument {
			t.Errorf("%s: %v", what, err)
		}
	}
	if n, err := s.AppendNote(ctx, id, "ä"); err != nil || n.Version != 2 {
		t.Errorf("up to the limit: %+v, %v", n, err)
	}
}

func TestTags(t *testing.T) {
	s := newStore(t)
	ctx := t.Context()
	id := create(t, s, "a", "", "#Work", " Big \t Plans", "work", "ÄRGER")
	if n, err := s.GetNote(ctx, id); err != nil || fmt.Sprint(n.Tags) != "[big-plans work ärger]" || n.Version != 1 {
		t.Errorf("%+v, %v", n, err)
	}
	other := create(t, s, "b", "", "work", "old")
	for range 2 { // what is there, or gone, already is no error
		if got, err := s.TagNote(ctx, other, []notes.Tag{"x", "Y"}); err != nil || fmt.Sprint(got) != "[old work x y]" {
			t.Errorf("%v, %v", got, err)
		}
	}
	for range 2 {
		if got, err := s.UntagNote(ctx, other, []notes.Tag{"x", "#y"}); err != nil || fmt.Sprint(got) != "[old work]" {
			t.Errorf("%v, %v", got, err)
		}
	}
	if n, err := s.RenameTag(ctx, "old", "Work"); err != nil || n != 1 { // into one that is there
		t.Errorf("%d, %v", n, err)
	}
	if n, err := s.RenameTag(ctx, "work", "work"); err != nil || n != 2 {
		t.Errorf("%d, %v", n, err)
	}
	if err := s.DeleteNote(ctx, id, nil); err != nil {
		t.Fatal(err)
	}
	if counts, err := s.ListTags(ctx); err != nil || fmt.Sprint(counts) != "[{work 1}]" {
		t.Errorf("%v, %v", counts, err)
	}
}

func TestPages(t *testing.T) {
	s := newStore(t)
	var want []int64
	for i := range 25 {
		want = append(want, create(t, s, fmt.Sprint(i), "", notes.Tag([]string{"even", "odd"}[i%2])))
	}
	slices.Reverse(want)
	for _, limit := range []int{1, 5, 24, 25, 26} {
		var got []int64
		for _, n := range allNotes(t, s, limit) {
			got = append(got, n.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("in pages of %d: %v", limit, got)
		}
	}
	odd := notes.Tag("odd")
	if page, err := s.ListNotes(t.Context(), &odd, nil, 12); err != nil || len(page.Notes) != 12 || page.Next != nil {
		t.Errorf("%d odd ones, next %v, %v", len(page.Notes), page.Next, err)
	}
}

// The number of a note that is deleted leads nowhere for ever.
func TestNumbersAreNotUsedAgain(t *testing.T) {
	s := newStore(t)
	first := create(t, s, "a", "")
	if err := s.DeleteNote(t.Context(), first, nil); err != nil {
		t.Fatal(err)
	}
	if second := create(t, s, "b", ""); second == first {
		t.Errorf("both are number %d", first)
	}
}

func TestMarkdown(t *testing.T) {
	s := newStore(t)
	at := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	s.now = func() time.Time { return at }
	create(t, s, "Old", "long ago")
	at = at.AddDate(0, 0, 10)
	create(t, s, "A [strange]\n title", "text\n\n", "b", "a")
	create(t, s, "Long", strings.Repeat("ä", reviewRunes+1), "a")
	for uri, want := range map[string]string{
		"2": "# A [strange] title\n\n#a #b\n\ntext\n",
		"1": "# Old\n\nlong ago\n",
	} {
		if got, err := s.NoteText(t.Context(), uri); err != nil || got != want {
			t.Errorf("note %s: %q, %v; want %q", uri, got, err, want)
		}
	}
	want := "# Recent notes\n\n- [Long](note://3), 2026-05-11 #a\n- [A \\[strange\\] title](note://2), 2026-05-11 #a #b\n- [Old](note://1), 2026-05-01\n"
	if got, err := s.Index(t.Context()); err != nil || got != want {
		t.Errorf("index %q, %v; want %q", got, err, want)
	}
	review, err := s.Review(t.Context(), 9, new("a"))
	if err != nil || strings.Contains(review, "Note 1,") || !strings.Contains(review, "Note 2, changed on 2026-05-11:\n\n## A [strange] title\n") ||
		!strings.Contains(review, "\n"+strings.Repeat("ä", reviewRunes)+"…\n") {
		t.Errorf("review %v %.600s", err, review)
	}
	if review, err := s.Review(t.Context(), 10, nil); err != nil || !strings.Contains(review, "Note 1,") {
		t.Errorf("review %v %.600s", err, review)
	}
}
