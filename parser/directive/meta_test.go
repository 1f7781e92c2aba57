package directive

import "testing"

func TestMetaFault(t *testing.T) {
	for key, want := range map[string]string{
		"owner": "", "example.com/owner": "", "a-b.c/x.y_z-1": "", "com.example/": "", "x": "", "mcp/x": "",
		"io.modelcontextprotocol/x": "is reserved for MCP itself", "dev.mcp/x": "is reserved for MCP itself", "com.mcp.tools/x": "is reserved for MCP itself",
		"mcp.dev/x": "", "com.example.mcp/x": "",
		"io.github.mcpgen/error": "is reserved for the runtime",
		"é":                      "is no key of _meta", "a b": "is no key of _meta", "-a/x": "is no key of _meta", "a./x": "is no key of _meta", "a/b/c": "is no key of _meta", "_x": "is no key of _meta",
	} {
		if got := metaFault(key); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
}
