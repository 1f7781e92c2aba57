//go:build unix

package e2e

import (
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// root is the repository, seen from this package.
const root = "../.."

// server is an example, and what clients ask of it.
type server struct {
	name    string
	program string   // of the folder below examples; "" for the name
	flags   []string // of the program
	// env is the environment that the program needs besides the usual one;
	// dir is a fresh folder for what it keeps.
	env  func(dir string) []string
	plan []request
}

// target is where a client finds a server: a program to start, or a URL.
type target struct {
	command string
	flags   []string // of the program
	env     []string // besides the usual environment
	url     string
	logs    bool // what it says on standard error is no fault
}

var servers = []server{hello, notes, everything, plannedNotes, plannedTour}

// hello is examples/hello, the server of the main README.
var hello = server{
	name: "hello",
	plan: []request{
		{Method: "tools/list", want: want{names: []string{"greet"}}},
		tool("greet", args{"name": "Ada"},
			want{text: "Hello, Ada!", structured: `{"result":"Hello, Ada!"}`}),
		tool("greet", args{"name": "Zoë <&> \"x\" 😀\n\u2028", "greeting": "Welcome"},
			want{text: "Welcome, Zoë <&> \"x\" 😀\n\u2028!", structured: `{"result":"Welcome, Zoë <&> \"x\" 😀\n\u2028!"}`}),
		tool("greet", args{"name": "Ada", "greeting": "Hi"},
			want{failed: true, contains: []string{"/greeting", `"Hello", "Welcome", "Goodbye"`}}),
		tool("greet", args{}, want{failed: true, contains: []string{"bad arguments", "name"}}),
		tool("greet", args{"name": 1}, want{failed: true, contains: []string{"/name", "string"}}),
		tool("farewell", args{"name": "Ada"}, want{code: jsonrpc.CodeInvalidParams, contains: []string{"farewell"}}),
	},
}

type args = map[string]any

func tool(name string, arguments args, w want) request {
	return request{Method: "tools/call", Params: args{"name": name, "arguments": arguments}, want: w}
}

// folder is that of the program below examples.
func (s server) folder() string { return cmp.Or(s.program, s.name) }

// buildServers builds the programs of all servers, and returns their paths by
// folder.
func buildServers(t *testing.T) map[string]string {
	t.Helper()
	paths := map[string]string{}
	for _, s := range servers {
		if folder := s.folder(); paths[folder] == "" {
			paths[folder] = buildProgram(t, folder)
		}
	}
	return paths
}

// buildProgram builds the program in a folder below examples and returns its
// path.
func buildProgram(t *testing.T, folder string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), buildTime)
	defer cancel()
	program := filepath.Join(t.TempDir(), filepath.Base(folder))
	build := exec.CommandContext(ctx, "go", "build", "-o", program, ".")
	build.Dir = filepath.Join(root, "examples", folder)
	build.Env = append(os.Environ(), "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building %s: %v\n%s", folder, err, out)
	}
	return program
}

// target is a server that nobody has used before.
func (s server) target(t *testing.T, binary string) target {
	t.Helper()
	to := target{command: binary, flags: s.flags}
	if s.env != nil {
		to.env = s.env(t.TempDir())
	}
	return to
}
