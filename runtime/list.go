package mcpruntime

import (
	"cmp"
	"context"
	"encoding/base64"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Cache says how long a client may keep what it got, and for whom. Clients of
// revisions before 2026-07-28 make nothing of it.
type Cache struct {
	// TTL is for how long, in whole milliseconds; 0 means that it may have
	// changed at once.
	TTL time.Duration
	// Scope is [CachePublic] or [CachePrivate]; "" means private for contents and
	// for lists of resources that a function finds, and public for other lists.
	Scope string
}

// The scopes of [Cache].
const (
	CachePublic  = "public"  // the same for everybody
	CachePrivate = "private" // for the one who asked alone
)

// wire is the hint in the SDK's terms.
func (c Cache) wire(scope string) mcp.Cacheable {
	if c.Scope != "" {
		scope = c.Scope
	}
	return mcp.Cacheable{TTLMs: int(max(0, c.TTL.Milliseconds())), CacheScope: scope}
}

// WithCache says how long clients may keep the lists of the server: those of
// some kinds, [KindTool], [KindResource] and [KindPrompt], or without kinds all
// of them for which nothing else is said, and what the server says of itself.
// Clients hear of lists that have changed before that, see [Server.RemoveTools],
// if they listen.
func WithCache(hint Cache, kinds ...Kind) Option {
	return func(o *options) {
		if len(kinds) == 0 {
			o.cache.rest = &hint
		}
		for _, kind := range kinds {
			if o.cache.kinds == nil {
				o.cache.kinds = map[Kind]*Cache{}
			}
			o.cache.kinds[kind] = &hint
		}
	}
}

// caches are the hints of [WithCache].
type caches struct {
	kinds map[Kind]*Cache
	rest  *Cache // nil for what the SDK says
}

// set says of a list what there is to say, in the scope given if none is.
func (c *caches) set(into *mcp.Cacheable, kind Kind, scope string) {
	if hint := cmp.Or(c.kinds[kind], c.rest); hint != nil {
		*into = hint.wire(scope)
	}
}

// WithPageSize has the server send its lists in pages of n; default 1,000. A
// server of the SDK that is given to [Wrap] keeps its own, but for resources
// of which a function lists some.
func WithPageSize(n int) Option { return func(o *options) { o.pageSize = max(n, 0) } }

// pageAfter cuts out of a list, which is in the order of its keys, the page that
// follows a key, and returns the cursor of the next page; "" for none.
func pageAfter[T any](all []T, after string, size int, key func(T) string) (page []T, next string) {
	from := 0
	if after != "" {
		from, _ = slices.BinarySearchFunc(all, after, func(item T, after string) int {
			if key(item) <= after {
				return -1
			}
			return 1
		})
	}
	page = all[from:]
	if len(page) > size {
		page = page[:size]
		next = cursorBehind(key(page[size-1]))
	}
	return page, next
}

// checkBytes is how long the digest in a cursor is. It tells cursors of servers
// like this one, which may be several, from texts that clients make up; there
// is nothing to gain from making up a digest too.
const checkBytes = 4

// cursorBehind returns the cursor of the page behind a key.
func cursorBehind(key string) string {
	return base64.RawURLEncoding.EncodeToString(append(sum("cursor", key)[:checkBytes], key...))
}

// readCursor returns the last key of the page before the one that is asked for.
func readCursor(cursor string) (string, error) {
	if cursor == "" {
		return "", nil
	}
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	if err == nil && len(text) > checkBytes {
		if key := string(text[checkBytes:]); cursorBehind(key) == cursor {
			return key, nil
		}
	}
	return "", invalidParams("the cursor is none of this server").wire()
}

// hintLists is a receiving middleware that says of lists what [WithCache] does.
func (s *Server) hintLists(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		result, err := next(ctx, method, req)
		if err != nil {
			return result, err
		}
		switch result := result.(type) {
		case *mcp.ListToolsResult:
			s.cache.set(&result.Cacheable, KindTool, CachePublic)
		case *mcp.ListPromptsResult:
			s.cache.set(&result.Cacheable, KindPrompt, CachePublic)
		case *mcp.ListResourcesResult:
			// What functions list may depend on who asks.
			s.cache.set(&result.Cacheable, KindResource, cmp.Or(result.CacheScope, CachePublic))
		case *mcp.ListResourceTemplatesResult:
			s.cache.set(&result.Cacheable, KindResource, CachePublic)
		case *mcp.DiscoverResult:
			if s.cache.rest != nil {
				result.Cacheable = s.cache.rest.wire(CachePublic)
			}
		}
		return result, err
	}
}

// RemoveTools takes tools out of a server, also while it serves; calls that run
// go on. Clients that listen are told that the list has changed, as they are
// when something is added. A name that is not there is passed over, and one that
// was can be added again.
func (s *Server) RemoveTools(names ...string) {
	s.mu.Lock()
	for _, name := range names {
		delete(s.tools, name)
		delete(s.claims, "tool "+name)
	}
	s.planned.Store(nil)
	s.mu.Unlock()
	s.mcp.RemoveTools(names...)
}

// RemoveResources takes resources out by their URIs and templates, as
// [Server.RemoveTools] does tools.
func (s *Server) RemoveResources(uris ...string) {
	s.mu.Lock()
	for _, uri := range uris {
		delete(s.resources, uri)
		delete(s.claims, "resource "+uri)
		s.templates = without(s.templates, uri)
		s.forgetCompleters(KindResource, uri)
		delete(s.claims, "listing "+uri)
		s.listings = slices.DeleteFunc(slices.Clone(s.listings), func(l *registeredListing) bool { return l.listing.Template == uri })
	}
	s.mu.Unlock()
	s.mcp.RemoveResources(uris...)
	s.mcp.RemoveResourceTemplates(uris...)
}

// without returns a list that lacks a template; readers may have the old one.
func without(list []*registeredResource, uri string) []*registeredResource {
	var rest []*registeredResource
	for _, entry := range list {
		if entry.resource.URI != uri {
			rest = append(rest, entry)
		}
	}
	return rest
}

// RemovePrompts takes prompts out, as [Server.RemoveTools] does tools.
func (s *Server) RemovePrompts(names ...string) {
	s.mu.Lock()
	for _, name := range names {
		delete(s.prompts, name)
		s.forgetCompleters(KindPrompt, name)
		delete(s.claims, "prompt "+name)
	}
	s.mu.Unlock()
	s.mcp.RemovePrompts(names...)
}
