package tour

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// source returns the code of the tour without what is generated.
func source(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		if file == "mcp_gen.go" || strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

var (
	section  = regexp.MustCompile(`(?m)^## //mcp:(\w+)`)
	argument = regexp.MustCompile("(?m)^\\| `([^`=]+)(=[^`]*)?` \\|")
)

// Every directive of the reference page is in the tour with every argument.
func TestEveryArgumentIsShown(t *testing.T) {
	page, err := os.ReadFile("../../../docs/directives.md")
	if err != nil {
		t.Fatal(err)
	}
	code, seen := source(t), 0
	sections := section.FindAllStringSubmatchIndex(string(page), -1)
	for _, at := range sections {
		directive, rest := string(page[at[2]:at[3]]), string(page[at[1]:])
		text, _, _ := strings.Cut(rest, "\n## ")
		uses := strings.Join(regexp.MustCompile(`(?m)^\s*//mcp:`+directive+` .*$`).FindAllString(code, -1), "\n")
		for _, m := range argument.FindAllStringSubmatch(text, -1) {
			seen++
			name := regexp.QuoteMeta(m[1])
			name = strings.ReplaceAll(name, "KEY", `[\w./]+`) // stands for names of the user's
			if !regexp.MustCompile(`(?m)[ "]` + name + `(=| |$)`).MatchString(uses) {
				t.Errorf("the tour has no //mcp:%s with %s", directive, m[1])
			}
		}
	}
	if len(sections) < 8 || seen < 60 {
		t.Fatalf("the page has %d directives with %d arguments: has its form changed?", len(sections), seen)
	}
}

func TestTools(t *testing.T) {
	srv := NewMCPServer(WithDesk(new(Desk)))
	RegisterMCP(srv)
	RegisterObservatoryMCP(srv, &Observatory{})
	for _, c := range []struct{ tool, args, want string }{
		{"find_objects", `{"observer":"Ada","order":"magnitude","type":"star"}`, `{"result":[{"name":"sirius","kind":"star","magnitude":-1.5},{"name":"vega","kind":"star","magnitude":0}]}`},
		{"find_objects", `{"observer":"Ada","order":"name","since":"1800-01-01"}`, `{"result":[{"name":"neptune","kind":"planet","magnitude":8,"discovered":"1846-09-23T00:00:00Z"}]}`},
		{"find_objects", `{"observer":"Ada","order":"size"}`, `/order`},
		{"book", `{"observer":"Ada Lovelace","mail":"ada@example.com","hours":"6","targets":["vega"],"why":"fun"}`, `{"result":1}`},
		{"book", `{"observer":"Ada Lovelace","mail":"here","targets":[]}`, `/mail`},
		{"note", `{"entry":{"author":"Ada","text":"Clouds."}}`, ``},
		{"point", `{"target":{"by":"position","altitude":"41:16","azimuth":"10:00"}}`, `pointing to 41:16 and 10:00`},
		{"point", `{"target":{"by":"position","altitude":"41","azimuth":"10:00"}}`, `/target/altitude`},
		{"cancel", `{}`, `approv`},
	} {
		result, err := srv.Call(t.Context(), "tour_"+c.tool, []byte(c.args))
		got := result.Text
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s %s: got %s, want %s", c.tool, c.args, got, c.want)
		}
	}
}

// The typed client asks the same of a server as the code does in this process.
func TestClient(t *testing.T) {
	srv := NewMCPServer(WithDesk(new(Desk)))
	RegisterMCP(srv)
	observatory := &Observatory{}
	RegisterObservatoryMCP(srv, observatory)
	yes := mcpruntime.WithForms(func(_ context.Context, _ string, _ []byte) ([]byte, error) { return []byte(`{"approve":true}`), nil })
	client, err := srv.Local(t.Context(), yes)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Close() }()
	remote := NewObservatoryMCPClient(client)
	if n, err := remote.Book(t.Context(), Night{Observer: "Ada", Mail: new("ada@example.com"), Hours: 2, Targets: []string{"vega"}}); n != 1 || err != nil {
		t.Error(n, err)
	}
	if n, err := remote.Cancel(t.Context()); n != 1 || err != nil {
		t.Error(n, err)
	}
	if where, err := remote.Point(t.Context(), ByName{Name: "vega"}); where != "pointing to vega" || err != nil {
		t.Error(where, err)
	}
	messages, err := NewMCPClient(client).Plan(t.Context(), "Oslo", 6, new("vega"))
	if want := mcpruntime.UserText("Plan 6 hours at the telescope in Oslo. Use find_objects. Look at vega."); err != nil || !reflect.DeepEqual(messages, want) {
		t.Error(messages, err)
	}
	if cards, err := NewMCPClient(client).Cards(t.Context()); len(cards) != len(catalogue) || err != nil {
		t.Error(cards, err)
	}
	if card, err := NewMCPClient(client).Card(t.Context(), "vega", new(8)); card != `{"name":` || err != nil {
		t.Error(card, err)
	}
}
