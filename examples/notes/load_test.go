package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mcpgen/mcpgen/examples/notes/notes"
	"github.com/mcpgen/mcpgen/examples/notes/store"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

const (
	loadClients = 64
	// oldClients of them speak the protocol of 2025-11-25, with sessions.
	oldClients = 8
	// abortEvery is the part of the calls that are given up in the middle.
	abortEvery = 10
)

// TestLoad has many clients use all that there is at the same time, and give up
// some of it: every answer is right, no change that was answered is lost, none
// happens twice, and nothing is left when they are gone.
func TestLoad(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	defer cancel()
	goroutines, files := runtime.NumGoroutine(), openFiles(t)
	notebook, err := store.Open(ctx, filepath.Join(t.TempDir(), "notes.db"))
	if err != nil {
		t.Fatal(err)
	}
	server := notes.NewServer(notebook)
	web := httptest.NewServer(server.Handler())

	start := time.Now()
	var made, aborted atomic.Int64
	var group sync.WaitGroup
	for i := range loadClients {
		group.Go(func() {
			u := &user{name: fmt.Sprintf("user%d", i), random: rand.New(rand.NewPCG(1, uint64(i)))}
			if err := u.use(ctx, web.URL, i < oldClients, loadCalls/loadClients+1); err != nil {
				t.Errorf("%s: %v", u.name, err)
			}
			if err := u.checkAll(ctx, notebook); err != nil {
				t.Errorf("%s at the end: %v", u.name, err)
			}
			made.Add(u.calls)
			aborted.Add(u.aborted)
		})
	}
	group.Wait()
	t.Logf("%d calls of %d clients in %v, %d given up", made.Load(), loadClients, time.Since(start).Round(time.Millisecond), aborted.Load())
	if made.Load() < loadCalls || aborted.Load() < loadCalls/abortEvery/2 {
		t.Errorf("%d calls, %d given up: too few", made.Load(), aborted.Load())
	}
	server.Drain()
	web.Close()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	if err := notebook.Close(); err != nil {
		t.Error(err)
	}
	back(t, "goroutines", goroutines, runtime.NumGoroutine)
	back(t, "open files", files, func() int { return openFiles(t) })
}

// user is a client with a note of its own, to which it adds one mark after the
// other.
type user struct {
	name    string
	random  *rand.Rand
	client  *notes.NotebookMCPClient
	id      int64
	sure    []string // marks whose call was answered
	perhaps map[string]bool

	calls, aborted int64
}

func (u *user) use(ctx context.Context, url string, old bool, calls int) error {
	connection, err := connectAs(ctx, url, old)
	if err != nil {
		return err
	}
	if version := connection.Session().InitializeResult().ProtocolVersion; old != (version == "2025-11-25") {
		return fmt.Errorf("speaks %s", version)
	}
	u.client, u.perhaps = notes.NewNotebookMCPClient(connection), map[string]bool{}
	summary, err := u.client.CreateNote(ctx, u.name, "start", notes.Tag(u.name), "load")
	if err != nil {
		return err
	}
	u.id = summary.ID
	steps := []func(context.Context) error{u.append, u.append, u.append, u.get, u.search, u.list, u.tags, u.read, u.review}
	for range calls {
		u.calls++
		step := steps[u.random.IntN(len(steps))]
		if u.random.IntN(abortEvery) > 0 {
			if err := step(ctx); err != nil {
				return err
			}
			continue
		}
		short, cancel := context.WithTimeout(ctx, time.Duration(u.random.IntN(4000))*time.Microsecond)
		err := step(short)
		cancel()
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			u.aborted++
		case err != nil:
			return fmt.Errorf("given up: %w", err)
		}
	}
	return connection.Close()
}

// connectAs connects with the newest protocol or with that of 2025-11-25.
func connectAs(ctx context.Context, url string, old bool) (*mcpruntime.Client, error) {
	if !old {
		return mcpruntime.Dial(ctx, url)
	}
	return mcpruntime.Dial(ctx, url, mcpruntime.WithHTTPClient(&http.Client{Transport: noDiscovery{}}))
}

// noDiscovery answers server/discover as a server of old does; the client then
// goes on with the handshake of old.
type noDiscovery struct{}

func (noDiscovery) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Header.Get("Mcp-Method") != "server/discover" {
		return http.DefaultTransport.RoundTrip(r)
	}
	_ = r.Body.Close()
	return &http.Response{StatusCode: http.StatusNotFound, Header: http.Header{}, Body: http.NoBody, Request: r}, nil
}

func (u *user) append(ctx context.Context) error {
	mark := fmt.Sprintf("%s-%d.", u.name, u.calls)
	u.perhaps[mark] = true
	summary, err := u.client.AppendNote(ctx, u.id, mark)
	if err != nil {
		return err
	}
	delete(u.perhaps, mark)
	u.sure = append(u.sure, mark)
	if summary.ID != u.id || summary.Title != u.name {
		return fmt.Errorf("appended to %+v", summary)
	}
	return nil
}

func (u *user) get(ctx context.Context) error {
	note, err := u.client.GetNote(ctx, u.id)
	if err != nil {
		return err
	}
	return u.check(note)
}

// check says what is wrong with the text of the own note.
func (u *user) check(note notes.Note) error {
	at := 0
	for _, mark := range u.sure {
		i := strings.Index(note.Body[at:], mark)
		if i < 0 {
			return fmt.Errorf("%s is lost or out of order", mark)
		}
		at += i + len(mark)
	}
	for _, mark := range strings.Fields(note.Body)[1:] {
		if n := strings.Count(note.Body, mark); n != 1 {
			return fmt.Errorf("%s is there %d times", mark, n)
		}
	}
	if marks := len(strings.Fields(note.Body)) - 1; marks > len(u.sure)+len(u.perhaps) {
		return fmt.Errorf("%d marks, only %d were sent", marks, len(u.sure)+len(u.perhaps))
	}
	return nil
}

func (u *user) checkAll(ctx context.Context, notebook *store.Store) error {
	note, err := notebook.GetNote(ctx, u.id)
	if err != nil {
		return err
	}
	return u.check(note)
}

func (u *user) search(ctx context.Context) error {
	tag := notes.Tag(u.name)
	hits, err := u.client.SearchNotes(ctx, "start", &tag, 5)
	if err == nil && (len(hits) != 1 || hits[0].ID != u.id) {
		err = fmt.Errorf("found %+v", hits)
	}
	return err
}

func (u *user) list(ctx context.Context) error {
	tag := notes.Tag(u.name)
	page, err := u.client.ListNotes(ctx, &tag, nil, 5)
	if err == nil && (len(page.Notes) != 1 || page.Notes[0].ID != u.id) {
		err = fmt.Errorf("listed %+v", page)
	}
	return err
}

func (u *user) tags(ctx context.Context) error {
	want := notes.Tag(u.name + "-more")
	tags, err := u.client.TagNote(ctx, u.id, []notes.Tag{want})
	if err == nil && len(tags) != 3 {
		err = fmt.Errorf("tags %v", tags)
	}
	return err
}

func (u *user) read(ctx context.Context) error {
	text, err := u.client.NoteText(ctx, fmt.Sprint(u.id))
	if err == nil && !strings.Contains(text, u.name) {
		err = fmt.Errorf("read %q", text)
	}
	return err
}

func (u *user) review(ctx context.Context) error {
	tag := u.name
	text, err := u.client.Review(ctx, 7, &tag)
	if err == nil && !strings.Contains(text, u.name) {
		err = fmt.Errorf("prompt %q", text)
	}
	return err
}

// openFiles counts the files and sockets of this process; 0 where that cannot
// be seen.
func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(entries)
}

// back waits until a number is about what it was.
func back(t *testing.T, what string, before int, now func() int) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); now() > before+3; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d %s, %d before\n%s", now(), what, before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}
