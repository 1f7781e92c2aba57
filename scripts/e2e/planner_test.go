//go:build unix

package e2e

import (
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// plannedNotes is examples/notes in planner mode: programs with references and
// with calls side by side, those that are wrong and those that fail, and a note
// that is too long for an answer.
var plannedNotes = server{
	name: "notes-planner", program: notes.name, env: notes.env, flags: []string{"-planner"},
	plan: []request{
		plannerTools,
		program("run_changes", `
a: create_note title="Shopping" body="Milk & <bread> for Zoë 😀" tags=["Home"]
b: append_note id=$a.id text="Oats."
c: create_note title="Report" body="`+strings.Repeat("It went well. ", 250)+`"`, want{contains: []string{
			`a: {"id":1,"title":"Shopping","tags":["home"],"version":1,`, "\n" + `b: {"id":1,"title":"Shopping","tags":["home"],"version":2,`,
			"\n" + `c: {"id":2,"title":"Report",`,
		}}),
		program("run", `
found: search_notes query="zoe"
tags: list_tags
note: get_note id=$found.0.id`, want{contains: []string{
			`found: [{"id":1,"title":"Shopping","tags":["home"],"snippet":"Milk & <bread> for **Zoë** 😀`,
			"\n" + `tags: [{"tag":"home","notes":1}]` + "\n" + `note: {"id":1,`, `"body":"Milk & <bread> for Zoë 😀\n\nOats."}`,
		}}),
		program("run", "a: get_note id=1\nb: get_not id=$a.id\nc: search_notes query=$a.text limit=100", want{failed: true, contains: []string{
			"line 2, column 4: there is no tool get_not; did you mean get_note?",
			"line 3, column 23: $a.text: there is no member text", "line 3, column 37: limit: want an integer from 1 to 50, got 100",
		}}),
		later(program("run", "a: delete_note id=1", want{failed: true, contains: []string{"line 1, column 4", "use run_changes"}})),
		later(program("run", "a: get_note id=9\nb: search_notes query=$a.title\nc: list_tags", want{contains: []string{
			"a: ! ", "there is no note 9", "\nb: - not run: $a failed\n" + `c: [{"tag":"home","notes":1}]`,
		}})),
		later(program("run", "a: get_note id=2\nb: search_notes query=$a.body", want{contains: []string{
			"a: #", "\nb: ! bad_argument bad arguments: /query: want string of 1 to 500 characters, ", " (from $a.body)\n",
		}})),
		later(program("run", "help get_note\nfind text of a note", want{contains: []string{"get_note(id:int) -> ", "search_notes("}})),
		keep(program("run", "long: get_note id=2", want{contains: []string{"long: #", `title "Report"`}})),
		later(handle("summary", args{}, want{contains: []string{`title "Report"`}})),
		handle("read", args{"item": "title"}, want{text: `"Report"`}),
		later(handle("read", args{"item": "text"}, want{failed: true, contains: []string{`no item "text"`, "body"}})),
		{Method: "resources/read", Params: args{"uri": "handle://" + handleID}, want: want{
			contains: []string{`{"id":2,"title":"Report","tags":[],`, "It went well. It went well."}, mime: "application/json",
		}},
		later(request{Method: "resources/read", Params: args{"uri": "handle://R999"}, want: want{code: jsonrpc.CodeInvalidParams, contains: []string{"R999"}}}),
		later(tool("get_note", args{"id": 1}, want{code: jsonrpc.CodeInvalidParams, contains: []string{"get_note"}})),
	},
}

// plannedTour is examples/everything in planner mode: tools that take handles,
// and a user who is asked in the middle of a program. What was done before the
// question is not done again.
var plannedTour = server{
	name: "everything-planner", program: everything.name, flags: []string{"-planner"},
	plan: []request{
		plannerTools,
		program("run", "a: tour_sky faintest=1\nb: tour_brightest sky=$a", want{contains: []string{"a: #", "\nb: \"sirius\"\n"}}),
		keep(program("run", "a: tour_sky faintest=9", want{contains: []string{"a: #"}})),
		program("run", "b: tour_brightest sky=#"+handleID, want{text: "b: \"sirius\"\n"}),
		later(handle("view", args{"sort": []string{"-magnitude"}, "columns": []string{"name"}, "limit": 1}, want{
			text: `{"columns":["name"],"rows":[["neptune"]],"total":4,"next":1}`,
		})),
		later(handle("group", args{"by": []string{"kind"}, "aggregates": []string{"count"}, "filter": "magnitude<1"}, want{
			text: `{"columns":["kind","count"],"rows":[["star",2]],"total":1}`,
		})),
		asked(want{text: "a: 1\nb: 1\nc: \"pointing to vega\"\n"}, args{"approve": true}),
		asked(want{contains: []string{"a: 1\nb: ! ", "\nc: - not run: b failed"}}, args{"approve": false}),
		asked(want{contains: []string{"a: 2\nb: ! declined ", "\nc: - not run: b failed"}}),
		later(handle("drop", args{}, want{text: "ok"})),
		later(handle("summary", args{}, want{failed: true, contains: []string{"there is no handle #"}})),
	},
}

// plannerTools are the tools that a client sees in planner mode.
var plannerTools = request{Method: "tools/list", want: want{names: []string{"handle", "run", "run_changes"}}}

// program is a call of a tool that runs programs.
func program(by, text string, w want) request {
	return tool(by, args{"program": strings.TrimPrefix(text, "\n")}, w)
}

// asked runs a program whose second call asks the user.
func asked(w want, answers ...args) request {
	return asking("run_changes", args{"program": `a: tour_book observer="Ada" mail="ada@example.com" targets=["vega"]
b: tour_cancel
c: tour_point target={"by":"name","name":"vega"}`}, w, answers...)
}

// keep has the handle in the answer kept for later requests.
func keep(r request) request {
	r.Keep = true
	return r
}

// handle looks into the value that was kept.
func handle(do string, arguments args, w want) request {
	arguments["handle"], arguments["do"] = "#"+handleID, do
	return tool("handle", arguments, w)
}
