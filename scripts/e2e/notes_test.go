//go:build unix

package e2e

import (
	"path/filepath"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// notes is examples/notes. Its plan goes through every primitive; the numbers
// of notes count from 1 in a fresh database.
var notes = server{
	name: "notes",
	env:  func(dir string) []string { return []string{"NOTES_DB=" + filepath.Join(dir, "notes.db")} },
	plan: []request{
		{Method: "tools/list", want: want{names: []string{
			"append_note", "create_note", "delete_note", "get_note", "list_notes", "list_tags",
			"rename_tag", "search_notes", "tag_note", "untag_note", "update_note",
		}}},
		{Method: "resources/list", want: want{names: []string{"notes://index"}}},
		{Method: "resources/templates/list", want: want{names: []string{"note://{id}"}}},
		{Method: "prompts/list", want: want{names: []string{"review"}}},
		tool("create_note", args{"title": "Shopping", "body": "Milk & <bread> for Zoë 😀", "tags": []string{"Home"}}, want{
			structured: `{"id":1,"title":"Shopping","tags":["home"],"version":1,"created":"*","updated":"*"}`,
		}),
		tool("create_note", args{"title": "Budget", "body": "# Plan\n\nThe meeting is on Monday."}, want{
			structured: `{"id":2,"title":"Budget","tags":[],"version":1,"created":"*","updated":"*"}`,
		}),
		tool("append_note", args{"id": 2, "text": "Bring the draft."}, want{
			structured: `{"id":2,"title":"Budget","tags":[],"version":2,"created":"*","updated":"*"}`,
		}),
		tool("get_note", args{"id": 2}, want{
			structured: `{"id":2,"title":"Budget","tags":[],"version":2,"created":"*","updated":"*","body":"# Plan\n\nThe meeting is on Monday.\n\nBring the draft."}`,
		}),
		tool("search_notes", args{"query": "zoe"}, want{
			structured: `{"result":[{"id":1,"title":"Shopping","tags":["home"],"snippet":"Milk & <bread> for **Zoë** 😀"}]}`,
		}),
		tool("update_note", args{"id": 2, "version": 1, "title": "Budget 2027"}, want{failed: true, contains: []string{"version 2"}}),
		tool("get_note", args{"id": 9}, want{failed: true, contains: []string{"there is no note 9"}}),
		tool("search_notes", args{"query": "", "limit": 100}, want{failed: true, contains: []string{"/query", "/limit", "from 1 to 50"}}),
		tool("list_tags", args{}, want{structured: `{"result":[{"tag":"home","notes":1}]}`}),
		{Method: "resources/read", Params: args{"uri": "note://1"}, want: want{
			text: "# Shopping\n\n#home\n\nMilk & <bread> for Zoë 😀\n", mime: "text/markdown",
		}},
		{Method: "resources/read", Params: args{"uri": "notes://index"}, want: want{
			contains: []string{"[Shopping](note://1)", "[Budget](note://2)"}, mime: "text/markdown",
		}},
		{Method: "resources/read", Params: args{"uri": "note://9"}, want: want{code: jsonrpc.CodeInvalidParams, contains: []string{"there is no note 9"}}},
		{Method: "prompts/get", Params: args{"name": "review", "arguments": args{"days": "3", "tag": "home"}}, want: want{
			contains: []string{"the last 3 days", "Milk & <bread> for Zoë"},
		}},
		{Method: "prompts/get", Params: args{"name": "review", "arguments": args{"days": "many"}}, want: want{
			code: jsonrpc.CodeInvalidParams, contains: []string{"1 to 366"},
		}},
		tool("delete_note", args{"id": 1}, want{}),
		tool("list_notes", args{"tag": "home"}, want{structured: `{"notes":[]}`}),
	},
}
