package mcpruntime

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// listedPage is a page of resources/list as it is on the wire.
type listedPage struct {
	Resources  []struct{ URI string }
	NextCursor string
	CacheScope string
	TTLMs      int
}

// listPage asks for a page; an empty cursor for the first one.
func listPage(t *testing.T, s *Server, cursor string, modern bool) (page listedPage, rpcError string) {
	t.Helper()
	params := `{"x":0}`
	if cursor != "" {
		params = fmt.Sprintf(`{"cursor":%q}`, cursor)
	}
	result, rpcError := answerOf(t, s, "resources/list", params, modern)
	if rpcError == "" {
		if err := json.Unmarshal([]byte(result), &page); err != nil {
			t.Fatal(err)
		}
	}
	return page, rpcError
}

// What a function lists is for the one who asks, whatever is said of how long
// lists may be kept; unless it is said to be for everybody.
func TestListingScope(t *testing.T) {
	for _, c := range []struct {
		hint Cache
		want string
	}{
		{Cache{}, CachePrivate},
		{Cache{TTL: time.Minute}, CachePrivate},
		{Cache{TTL: time.Minute, Scope: CachePrivate}, CachePrivate},
		{Cache{TTL: time.Minute, Scope: CachePublic}, CachePublic},
	} {
		bothGenerations(t, func(t *testing.T, modern bool) {
			var opts []Option
			if c.hint != (Cache{}) {
				opts = append(opts, WithCache(c.hint))
			}
			page, rpcError := listPage(t, newLibrary(opts...).Server, "", modern)
			if page.CacheScope != c.want || page.TTLMs != int(c.hint.TTL.Milliseconds()) || rpcError != "" {
				t.Errorf("%+v: %+v %s", c.hint, page, rpcError)
			}
		})
	}
}

// The pages of what functions list are those of all lists.
func TestListingPages(t *testing.T) {
	l := newLibrary(WithPageSize(3))
	l.listed = func() ([]Resource, error) {
		return []Resource{{URI: "note://d"}, {URI: "note://b"}, {URI: "note://c"}, {URI: "note://a"}, {URI: "note://b"}}, nil
	}
	bothGenerations(t, func(t *testing.T, modern bool) {
		var pages [][]string
		for cursor, more := "", true; more; {
			page, rpcError := listPage(t, l.Server, cursor, modern)
			if rpcError != "" || len(pages) == 5 {
				t.Fatal(pages, rpcError)
			}
			var uris []string
			for _, r := range page.Resources {
				uris = append(uris, r.URI)
			}
			pages = append(pages, uris)
			cursor, more = page.NextCursor, page.NextCursor != ""
		}
		if got := fmt.Sprint(pages); got != "[[aaa://fixed note://a note://b] [note://c note://d]]" {
			t.Error(got)
		}
		for _, made := range []string{
			"abc", "§", strings.Repeat("A", 1000), base64.RawURLEncoding.EncodeToString([]byte("note://a")),
			cursorBehind("note://a") + "A", cursorBehind(""),
		} {
			if page, rpcError := listPage(t, l.Server, made, modern); !strings.Contains(rpcError, `"code":-32602`) {
				t.Errorf("cursor %.20s: %+v %s", made, page, rpcError)
			}
		}
	})
}

// What a function lists wrongly is not listed, and takes nothing along.
func TestListingLeavesOut(t *testing.T) {
	l := newLibrary()
	good := Resource{URI: "note://good"}
	for want, bad := range map[string]Resource{
		"is none of note":  {URI: "seg://h/x"},
		"note://a/b":       {URI: "note://a/b"},
		"is none of note:": {URI: "note://.."},
		"a size below 0":   {URI: "note://a", Size: -1},
		"from 0 to 1":      {URI: "note://a", Priority: 2},
		"neither user nor": {URI: "note://a", Audience: []string{"all"}},
		"no JSON object":   {URI: "note://a", Meta: "[]"},
	} {
		l.listed = func() ([]Resource, error) { return []Resource{bad, good, bad}, nil }
		bothGenerations(t, func(t *testing.T, modern bool) {
			var page listedPage
			var rpcError string
			log := stderrOf(t, func() { page, rpcError = listPage(t, l.Server, "", modern) })
			var uris []string
			for _, r := range page.Resources {
				uris = append(uris, r.URI)
			}
			if rpcError != "" || !slices.Equal(uris, []string{"aaa://fixed", good.URI}) {
				t.Errorf("%s: %v %s", bad.URI, uris, rpcError)
			}
			if !strings.Contains(log, want) || !strings.Contains(log, "listing=notes number=2") || strings.Count(log, "\n") != 1 {
				t.Errorf("%s: the log has %q, want %s", bad.URI, log, want)
			}
		})
	}
}

// stderrOf returns what is written to standard error meanwhile.
func stderrOf(t *testing.T, do func()) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "stderr")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	old := os.Stderr
	os.Stderr = file
	do()
	os.Stderr = old
	text, err := os.ReadFile(path)
	if err := cmp.Or(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	return string(text)
}
