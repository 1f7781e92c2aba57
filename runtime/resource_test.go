package mcpruntime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// library is a server of resources and what has been read of it.
type library struct {
	*Server
	reads  atomic.Int64
	listed func() ([]Resource, error)
}

func newLibrary(opts ...Option) *library {
	l := &library{Server: NewServer("library", "1", opts...)}
	l.listed = func() ([]Resource, error) { return nil, nil }
	show := func(_ context.Context, vars Vars) (Contents, error) {
		l.reads.Add(1)
		return Text(fmt.Sprintf("%q", vars.Get("v"))), nil
	}
	l.AddResource(&Resource{URI: "seg://h/{v}", Template: true, Name: "seg"}, show)
	l.AddResource(&Resource{URI: "path://h/{+v}", Template: true, Name: "path"}, show)
	l.AddResource(&Resource{URI: "list://h{/v*}", Template: true, Name: "list", Vars: []Variable{{Name: "v", List: true}}}, show)
	l.AddResource(&Resource{URI: "query://h{?v}", Template: true, Name: "query", Vars: []Variable{{Name: "v", Optional: true}}}, show)
	l.AddResource(&Resource{URI: "both://{v}", Template: true, Name: "one"}, show)
	l.AddResource(&Resource{URI: "both://{+v}", Template: true, Name: "wide"}, show)
	l.AddResource(&Resource{URI: "note://{v}", Template: true, Name: "note", MIME: "text/markdown"}, show)
	l.AddResource(&Resource{URI: "aaa://fixed", Name: "fixed", Size: 3, Audience: []string{"user"}, Priority: 0.5}, show)
	l.AddListing(&Listing{Template: "note://{v}", Name: "notes"}, func(context.Context) ([]Resource, error) { return l.listed() })
	return l
}

// TestTemplateAttacks: no value leads out of its segment or folder, is decoded
// twice, or reaches a function with what no text holds.
func TestTemplateAttacks(t *testing.T) {
	l := newLibrary()
	for _, test := range []struct{ uri, want string }{
		{"seg://h/a%2Fb", `"a/b"`}, // data of one segment, as RFC 3986 has it
		{"seg://h/a/b", ""},
		{"seg://h/..", ""},
		{"seg://h/%2e%2E", ""},
		{"seg://h/..%2Fetc", ""},
		{"seg://h/a%2F..%2F..%2Fetc", ""},
		{"seg://h/..%5Cetc", ""},
		{"seg://h/%252e%252e%252fetc", `"%2e%2e%2fetc"`},
		{"seg://h/%25252e", `"%252e"`},
		{"seg://h/a%00.txt", ""},
		{"seg://h/%", ""},
		{"seg://h/%C0%AE%C0%AE", ""}, // .. in overlong UTF-8
		{"seg://h/%ED%A0%80", ""},    // a surrogate
		{"seg://h/a?b", ""},
		{"seg://h/a#b", ""},
		{"seg://h/a+b", `"a+b"`},
		{"path://h/a/b", `"a/b"`},
		{"path://h//etc", `"/etc"`},
		{"path://h/a/../../etc", ""},
		{"path://h/a/%2E./etc", ""},
		{"path://h/a%2f..%2fetc", ""},
		{"list://h/a/..", ""},
		{"list://h/a%2F..", ""},
		{"query://h?v=../etc", `"../etc"`}, // a query is data
		{"query://h?v=%00", ""},
		{"query://h?v=1&v=2", ""},
		{"both://a", `"a"`},
		{"both://a/b", `"a/b"`},
	} {
		l.reads.Store(0)
		bothGenerations(t, func(t *testing.T, modern bool) {
			params, _ := json.Marshal(map[string]string{"uri": test.uri})
			result, rpcError := answerOf(t, l.Server, "resources/read", string(params), modern)
			if test.want == "" {
				if !strings.Contains(rpcError, `"code":-32602`) || l.reads.Load() > 0 {
					t.Errorf("%s is read: %s %s", test.uri, result, rpcError)
				}
				return
			}
			var read struct{ Contents []struct{ Text string } }
			if err := json.Unmarshal([]byte(result), &read); err != nil || len(read.Contents) != 1 || read.Contents[0].Text != test.want {
				t.Errorf("%s: %s %s, want %s", test.uri, result, rpcError, test.want)
			}
		})
	}
}

// TestLessOpenFirst: which of two templates is meant does not depend on which
// was added first.
func TestLessOpenFirst(t *testing.T) {
	templates := []string{"t://{x}/{y}", "t://{x}/list", "t://{+w}", "t://{x}/b{y}"}
	for range len(templates) {
		templates = append(templates[1:], templates[0])
		s := NewServer("order", "1")
		for _, template := range templates {
			s.AddResource(&Resource{URI: template, Template: true, Name: template}, func(context.Context, Vars) (Contents, error) { return Text(template), nil })
		}
		bothGenerations(t, func(t *testing.T, modern bool) {
			for uri, want := range map[string]string{
				"t://a/list": "t://{x}/list", "t://a/b": "t://{x}/b{y}", "t://a/c": "t://{x}/{y}", "t://a/list/c": "t://{+w}", "t://a": "t://{+w}",
			} {
				if result, _ := answerOf(t, s, "resources/read", fmt.Sprintf(`{"uri":%q}`, uri), modern); !strings.Contains(result, `"text":"`+want+`"`) {
					t.Errorf("%q: %s is %s, want %s", templates, uri, result, want)
				}
			}
		})
	}
}

// TestVarsReader: what a URI says, read like the arguments of a tool.
func TestVarsReader(t *testing.T) {
	for text, want := range map[string]string{
		"7": "7", "-7": "-7", "1e3": "1e3", "07": `"07"`, "+7": `"+7"`, "7x": `"7x"`, "": `""`, " 7": `" 7"`, "NaN": `"NaN"`, "0x1": `"0x1"`,
		"true": "true", "True": `"True"`, "null": `"null"`, `"7"`: `"\"7\""`, "[1]": `"[1]"`, "1,2": `"1,2"`,
	} {
		w := NewWriter()
		(&Variable{Literal: true}).write(w, text)
		if got := string(w.JSON()); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

func TestListing(t *testing.T) {
	l := newLibrary()
	l.listed = func() ([]Resource, error) {
		var list []Resource
		for i := range 2500 {
			list = append(list, Resource{URI: fmt.Sprintf("note://%04d", 2499-i)})
		}
		return append(list, list[7]), nil
	}
	url := serve(t, l.Server).URL
	for _, c := range []*Client{localClient(t, l.Server), dial(t, url), dialLegacy(t, url, lastLegacy)} {
		pages, all := 0, []string{}
		for cursor := ""; ; pages++ {
			page, err := c.Session().ListResources(t.Context(), &mcp.ListResourcesParams{Cursor: cursor})
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range page.Resources {
				all = append(all, r.URI)
			}
			if page.CacheScope == "public" {
				t.Error("what a function lists is cached for others")
			}
			if cursor = page.NextCursor; cursor == "" {
				break
			}
		}
		if pages != 2 || len(all) != 2501 || all[0] != "aaa://fixed" || all[1] != "note://0000" || all[2500] != "note://2499" {
			t.Errorf("%d pages more, %d resources", pages, len(all))
		}
		notes, err := c.ListInstances(t.Context(), "note://{v}")
		if err != nil || len(notes) != 2500 || notes[0].MIME != "text/markdown" || notes[0].Name != "note://0000" {
			t.Errorf("%d notes, %v", len(notes), err)
		}
		// A cursor stays good when what it stands behind has gone.
		after := cursorBehind("note://2498x")
		if page, err := c.Session().ListResources(t.Context(), &mcp.ListResourcesParams{Cursor: after}); err != nil || len(page.Resources) != 1 {
			t.Errorf("behind a resource that has gone: %v", err)
		}
	}
}

func TestListingFails(t *testing.T) {
	silenceStderr(t)
	l := newLibrary()
	c := localClient(t, l.Server)
	for want, listed := range map[string]func() ([]Resource, error){
		"the disk is full": func() ([]Resource, error) { return nil, errors.New("the disk is full") },
		"internal error":   func() ([]Resource, error) { panic("secret") },
	} {
		l.listed = listed
		if _, err := c.ListResources(t.Context()); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestListingIntercepted: who may not call may not list.
func TestListingIntercepted(t *testing.T) {
	l := newLibrary(WithInterceptors(func(ctx context.Context, call *Call, next Next) (Result, error) {
		if call.Kind == KindListing && call.String() == "listing notes" && call.URI == "note://{v}" {
			return Result{}, Errorf("forbidden", "not for you")
		}
		return next(ctx, call)
	}))
	if _, err := localClient(t, l.Server).ListResources(t.Context()); err == nil || !strings.Contains(err.Error(), "not for you") {
		t.Error(err)
	}
}

// watcher connects with a client that notes what it is told.
func watcher(t *testing.T, transport mcp.Transport, version string) (session *mcp.ClientSession, updates chan string, changes chan bool) {
	t.Helper()
	updates, changes = make(chan string, 100), make(chan bool, 100)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "w", Version: "1"}, &mcp.ClientOptions{
		ResourceUpdatedHandler:     func(_ context.Context, req *mcp.ResourceUpdatedNotificationRequest) { updates <- req.Params.URI },
		ResourceListChangedHandler: func(context.Context, *mcp.ResourceListChangedRequest) { changes <- true },
	}).Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session, updates, changes
}

func TestSubscriptions(t *testing.T) {
	l := newLibrary()
	url := serve(t, l.Server).URL
	for _, version := range []string{newProtocol, lastLegacy} {
		for _, wire := range []string{"http", "pipe"} {
			t.Run(version+"/"+wire, func(t *testing.T) {
				var transport mcp.Transport = &mcp.StreamableClientTransport{Endpoint: url, MaxRetries: 1}
				if wire == "pipe" {
					here, there := mcp.NewInMemoryTransports()
					if _, err := l.mcp.Connect(t.Context(), here, nil); err != nil {
						t.Fatal(err)
					}
					transport = there
				}
				session, updates, changes := watcher(t, transport, version)
				if err := session.Subscribe(t.Context(), &mcp.SubscribeParams{URI: "note://watched"}); err != nil {
					t.Fatal(err)
				}
				until(t, func() { l.ResourceUpdated("note://other"); l.ResourceUpdated("note://watched") }, updates, "note://watched")
				if version == lastLegacy { // of the newer one, clients listen on their own
					until(t, l.ResourcesChanged, changes, true)
				}
				if err := session.Unsubscribe(t.Context(), &mcp.UnsubscribeParams{URI: "note://watched"}); err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}

// until does something again and again until the client is told, of nothing but
// what is wanted.
func until[T comparable](t *testing.T, do func(), told chan T, want T) {
	t.Helper()
	for range 100 {
		do()
		select {
		case got := <-told:
			if got != want {
				t.Fatalf("told %v, want %v", got, want)
			}
			return
		case <-time.After(100 * time.Millisecond):
		}
	}
	t.Fatal("nobody is told")
}

// TestSubscribeUnknown: only what can be read can be watched.
func TestSubscribeUnknown(t *testing.T) {
	l := newLibrary()
	bothGenerations(t, func(t *testing.T, isModern bool) {
		for _, uri := range []string{"none://x", "seg://h/..", "note://%00"} {
			method, params := "resources/subscribe", `{"uri":"`+uri+`"}`
			if isModern {
				method, params = "subscriptions/listen", `{"notifications":{"resourceSubscriptions":["`+uri+`"]}}`
			}
			if isModern { // over HTTP: the end of input may come before the answer of a listener
				_, _, body := post(t, serve(t, l.Server).URL, request(1, method, params, true), modern(method)...)
				if !strings.Contains(body, `"code":-32602`) {
					t.Errorf("%s %s: %s", method, uri, body)
				}
				continue
			}
			if result, rpcError := answerOf(t, l.Server, method, params, false); !strings.Contains(rpcError, `"code":-32602`) {
				t.Errorf("%s %s: %s %s", method, uri, result, rpcError)
			}
		}
	})
}

// TestUpdatesAreMany: nobody waits, and each change is told at least once after it.
func TestUpdatesAreMany(t *testing.T) {
	l := newLibrary()
	done := make(chan bool)
	go func() {
		for i := range 10000 {
			l.ResourceUpdated(fmt.Sprintf("note://%d", i%10))
		}
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("telling of updates takes time")
	}
}

func TestExpandArguments(t *testing.T) {
	w := NewWriter()
	w.Raw(`{"id":"a/b","n":12,"tags":["x","y z"],"off":null,"ok":true,"empty":[]}`)
	got, err := ExpandArguments("x://{id}{/n}{?tags*,off,ok,empty}", w)
	if want := "x://a%2Fb/12?tags=x&tags=y%20z&ok=true"; err != nil || got != want {
		t.Errorf("%s %v, want %s", got, err, want)
	}
	if _, err := ExpandArguments("x://{", w); err == nil {
		t.Error("no template is expanded")
	}
	bad := NewWriter()
	bad.Raw(`{"v":`)
	bad.Float64(1 / zero())
	bad.Raw("}")
	if _, err := ExpandArguments("x://{v}", bad); err == nil {
		t.Error("infinity stands in a URI")
	}
}

func zero() float64 { return 0 }
