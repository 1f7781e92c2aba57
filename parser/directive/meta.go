package directive

import (
	"regexp"
	"strings"
)

// Keys of _meta (MCP 2026-07-28, "General fields"): a name, before which may
// stand labels with dots between them and a slash.
var metaKey = regexp.MustCompile(`^([A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?)*/)?([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)?$`)

// groupKey is the name of the argument that describes a group of tools.
const groupKey = "group.KEY"

// keyFault says what is wrong with a key of the user's choice, and what to write
// instead; "" when nothing is. The keys of an argument that has no name of its
// own are any text, and groups are called as their tools say.
func keyFault(argument, key string) (why, hint string) {
	if argument == freeKey || argument == groupKey {
		return "", ""
	}
	return metaFault(key), "write a name, or a domain of yours, a slash and a name: example.com/name"
}

// metaFault says what is wrong with a key of _meta; "" when nothing is.
func metaFault(key string) string {
	if !metaKey.MatchString(key) {
		return "is no key of _meta"
	}
	prefix, _, ok := strings.Cut(key, "/")
	labels := strings.Split(prefix, ".")
	switch {
	case !ok:
	case len(labels) > 1 && (labels[1] == "mcp" || labels[1] == "modelcontextprotocol"):
		return "is reserved for MCP itself"
	case prefix == "io.github.mcpgen":
		return "is reserved for the runtime"
	}
	return ""
}
