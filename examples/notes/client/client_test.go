package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mcpgen/mcpgen/examples/notes/notes"
	"github.com/mcpgen/mcpgen/examples/notes/store"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// asServer makes the test binary be the server.
const asServer = "NOTES_CLIENT_TEST_AS_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) == "" {
		os.Exit(m.Run())
	}
	path, err := store.Path()
	if err == nil {
		var notebook *store.Store
		if notebook, err = store.Open(context.Background(), path); err == nil {
			mcpruntime.Main(notes.NewServer(notebook))
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// newDatabase makes a database of its own the one that NOTES_DB names.
func newDatabase(t *testing.T) (path string) {
	path = filepath.Join(t.TempDir(), "notes.db")
	t.Setenv("NOTES_DB", path)
	t.Setenv(asServer, "1")
	return path
}

// places are the three ways to the database at a path.
func places(t *testing.T, path string) map[string]place {
	notebook, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(notes.NewServer(notebook).Handler())
	t.Cleanup(func() {
		web.Close()
		if err := notebook.Close(); err != nil {
			t.Error(err)
		}
	})
	return map[string]place{"in-process": {}, "stdio": {program: os.Args[0]}, "http": {url: web.URL + "/mcp"}}
}

// onEach runs a test over each transport, with a database of its own.
func onEach(t *testing.T, test func(t *testing.T, ctx context.Context, path string, n notes.Notebook)) {
	for _, name := range []string{"in-process", "stdio", "http"} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			path := newDatabase(t)
			client, end, err := connect(ctx, places(t, path)[name])
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := end(); err != nil {
					t.Error(err)
				}
			}()
			test(t, ctx, path, notes.NewNotebookMCPClient(client))
		})
	}
}

func exec(t *testing.T, path, query string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(t.Context(), query); err != nil {
		t.Fatal(err)
	}
	return db
}

// show writes what a call returns, without the times.
func result(v any, err error) string {
	if e := (*mcpruntime.Error)(nil); errors.As(err, &e) {
		return e.Code + ": " + e.Message
	}
	if err != nil {
		return fmt.Sprintf("%T %v", err, err)
	}
	switch v := v.(type) {
	case notes.Summary:
		return fmt.Sprintf("%d %q %v v%d", v.ID, v.Title, v.Tags, v.Version)
	case notes.Note:
		return result(v.Summary, nil) + fmt.Sprintf(" %q", v.Body)
	case notes.Page:
		var all []string
		for _, n := range v.Notes {
			all = append(all, result(n, nil))
		}
		if v.Next != nil {
			all = append(all, fmt.Sprint("next ", *v.Next))
		}
		return strings.Join(all, ", ")
	}
	return fmt.Sprintf("%+v", v)
}

// The same calls, and the same answers, over each transport. The numbers of the
// notes are ones that a float64 does not hold.
func TestCalls(t *testing.T) {
	const first = 1<<53 + 1
	onEach(t, func(t *testing.T, ctx context.Context, path string, n notes.Notebook) {
		exec(t, path, fmt.Sprintf("INSERT INTO sqlite_sequence VALUES ('notes', %d)", first-1))
		odd := "\u2028 \x00 \"quoted\" \\ <b> ä 😀\n"
		for i, c := range []struct {
			call func() (any, error)
			want string
		}{
			{func() (any, error) { return n.CreateNote(ctx, "Oslo", odd, "Travel", "a b") }, `9007199254740993 "Oslo" [a-b travel] v1`},
			{func() (any, error) { return n.GetNote(ctx, first) }, fmt.Sprintf(`9007199254740993 "Oslo" [a-b travel] v1 %q`, odd)},
			{func() (any, error) { return n.CreateNote(ctx, "Bergen", "train\ntrip") }, `9007199254740994 "Bergen" [] v1`},
			{func() (any, error) { return n.UpdateNote(ctx, first, 1, nil, new("ferry")) }, `9007199254740993 "Oslo" [a-b travel] v2`},
			{func() (any, error) { return n.UpdateNote(ctx, first, 1, nil, new("plane")) },
				"conflict: note 9007199254740993 has been changed and is at version 2 now: get it again and apply your change to that"},
			{func() (any, error) { return n.AppendNote(ctx, first, "hotel") }, `9007199254740993 "Oslo" [a-b travel] v3`},
			{func() (any, error) { return n.NoteText(ctx, "9007199254740993") }, "# Oslo\n\n#a-b #travel\n\nferry\n\nhotel\n"},
			{func() (any, error) { return n.SearchNotes(ctx, `"trip`, nil, 5) }, "[{ID:9007199254740994 Title:Bergen Tags:[] Snippet:train\n**trip**}]"},
			{func() (any, error) { return n.SearchNotes(ctx, "nothing", nil, 5) }, "[]"},
			{func() (any, error) { return n.SearchNotes(ctx, "*", nil, 5) },
				"bad_argument: the query has no word to look for: use letters or digits; list_notes lists notes without a search"},
			{func() (any, error) { return n.SearchNotes(ctx, "a", nil, 0) }, "bad_argument: bad arguments: /limit: want integer from 1 to 50, got number 0"},
			{func() (any, error) { return n.ListNotes(ctx, nil, nil, 1) }, `9007199254740994 "Bergen" [] v1, next 9007199254740994`},
			{func() (any, error) { return n.ListNotes(ctx, nil, new(int64(first+1)), 1) }, `9007199254740993 "Oslo" [a-b travel] v3`},
			{func() (any, error) { return n.TagNote(ctx, first, []notes.Tag{"x"}) }, "[a-b travel x]"},
			{func() (any, error) { return n.UntagNote(ctx, first, []notes.Tag{"x", "a-b"}) }, "[travel]"},
			{func() (any, error) { return n.RenameTag(ctx, "travel", "trip") }, "1"},
			{func() (any, error) { return n.ListTags(ctx) }, "[{Tag:trip Notes:1}]"},
			{func() (any, error) { return nil, n.DeleteNote(ctx, first+1, new(int64(1))) }, "<nil>"},
			{func() (any, error) { return n.GetNote(ctx, first+1) }, "not_found: there is no note 9007199254740994"},
			{func() (any, error) { return nil, n.DeleteNote(ctx, -1<<63, nil) }, "not_found: there is no note -9223372036854775808"},
			{func() (any, error) { return n.Review(ctx, 0, nil) }, "bad_argument: bad arguments: /days: want integer from 1 to 366, got number 0"},
			{func() (any, error) { return n.CompleteTag(ctx, "T") }, "[trip]"},
			{func() (any, error) { return n.CompleteTag(ctx, "x") }, "[]"},
			{func() (any, error) { return n.Review(ctx, 7, new("none")) }, "not_found: no such note has changed in the last 7 days"},
		} {
			if got := result(c.call()); got != c.want {
				t.Errorf("call %d: %s\nwant %s", i, got, c.want)
			}
		}
		for _, id := range []string{"1", "no number", "a/b?c#d%20", ""} {
			if _, err := n.NoteText(ctx, id); !strings.HasPrefix(result("", err), "not_found: ") {
				t.Errorf("note %q: %v", id, err)
			}
		}
		note, err := n.GetNote(ctx, first)
		if err != nil || time.Since(note.Created) > time.Minute || note.Updated.Before(note.Created) {
			t.Errorf("times %v, %v, %v", note.Created, note.Updated, err)
		}
	})
}

func TestConcurrentCalls(t *testing.T) {
	onEach(t, func(t *testing.T, ctx context.Context, path string, n notes.Notebook) {
		var wg sync.WaitGroup
		for w := range 16 {
			wg.Go(func() {
				for i := range 10 {
					title := fmt.Sprintf("w%d-%d", w, i)
					created, err := n.CreateNote(ctx, title, "")
					if err != nil {
						t.Error(err)
						return
					}
					if got, err := n.GetNote(ctx, created.ID); err != nil || got.Title != title {
						t.Errorf("note %d is %q, want %q; %v", created.ID, got.Title, title, err)
					}
				}
			})
		}
		wg.Wait()
		page, err := n.ListNotes(ctx, nil, nil, 100)
		if err != nil || len(page.Notes) != 100 || page.Next == nil {
			t.Fatal(len(page.Notes), err)
		}
		if page, err = n.ListNotes(ctx, nil, page.Next, 100); err != nil || len(page.Notes) != 60 || page.Next != nil {
			t.Error(len(page.Notes), err)
		}
	})
}

// A call ends with its context though the database is held by somebody else,
// and has no effect.
func TestCallIsCancelled(t *testing.T) {
	onEach(t, func(t *testing.T, ctx context.Context, path string, n notes.Notebook) {
		other := exec(t, path, "BEGIN IMMEDIATE")
		brief, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
		defer cancel()
		begin := time.Now()
		if _, err := n.CreateNote(brief, "too late", ""); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
		if took := time.Since(begin); took > 5*time.Second {
			t.Errorf("it took %s", took)
		}
		if _, err := other.ExecContext(ctx, "COMMIT"); err != nil {
			t.Fatal(err)
		}
		if _, err := n.CreateNote(ctx, "in time", ""); err != nil {
			t.Error(err)
		}
		if page, err := n.ListNotes(ctx, nil, nil, 10); err != nil || len(page.Notes) != 1 {
			t.Errorf("%+v, %v", page, err)
		}
	})
}

func TestCommandLine(t *testing.T) {
	path := newDatabase(t)
	places := places(t, path)
	for _, c := range []struct {
		args, stdin, stdout, stderr string
		status                      int
	}{
		{args: "add -tag x Title -", stdin: "from a pipe", stdout: "1  Title #x\n"},
		{args: "show 1", stdout: "# Title\n\n#x\n\nfrom a pipe\n"},
		{args: "replace 1 short", stdout: "1  Title #x\n"},
		{args: "search -tag x short", stdout: "1  Title #x\n   **short**\n"},
		{args: "untag 1 x", stdout: "1  has\n"},
		{args: "tags"},
		{args: "add Second", stdout: "2  Second\n"},
		{args: "list -n 1", stdout: "2  Second\n1  Title\n"},
		{args: "rm 2"},
		{args: "rm 2", stderr: "not_found: there is no note 2", status: 1},
		{args: "search -n 51 x", stderr: "bad_argument: bad arguments: /limit: want integer from 1 to 50", status: 1},
		{args: "-http " + places["http"].url + " list", stdout: "1  Title\n"},
		{args: "-spawn " + places["stdio"].program + " list", stdout: "1  Title\n"},
		{args: "-spawn /nowhere/server list", stderr: "no connection", status: 1},
		{args: "-http http://127.0.0.1:1/mcp list", stderr: "no connection", status: 1},
		{args: "-http x -spawn y list", stderr: "exclude each other", status: 2},
		{args: "", stderr: "which command?", status: 2},
		{args: "fly", stderr: `no command "fly"`, status: 2},
		{args: "show", stderr: "show wants ID", status: 2},
		{args: "rm one", stderr: `"one" is not the number`, status: 2},
		{args: "list -x", stderr: "-x", status: 2},
		{args: "-x", stderr: "-x", status: 2},
		{args: "-help", stderr: "usage: client"},
	} {
		var stdout, stderr bytes.Buffer
		status := run(t.Context(), strings.Fields(c.args), strings.NewReader(c.stdin), &stdout, &stderr)
		if status != c.status || stdout.String() != c.stdout || !strings.Contains(stderr.String(), c.stderr) || (c.stderr == "") != (stderr.Len() == 0) {
			t.Errorf("%s: status %d, want %d\n%swant\n%s%s\nwant %s", c.args, status, c.status, stdout.String(), c.stdout, stderr.String(), c.stderr)
		}
	}
}
