package mcpruntime

import (
	"encoding/json"
	"fmt"
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
