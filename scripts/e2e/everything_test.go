//go:build unix

package e2e

import "github.com/modelcontextprotocol/go-sdk/jsonrpc"

// everything is examples/everything: kinds of content, progress, completion,
// and questions to the user, one and several in a row.
var everything = server{
	name: "everything",
	plan: []request{
		{Method: "tools/list", want: want{has: []string{"test_simple_text", "test_image_content", "test_elicitation", "tour_find_objects"}}},
		{Method: "resources/list", want: want{names: []string{
			"test://static-binary", "test://static-text", "test://watched-resource", "tour://logbook", "tour://motto",
			"tour://objects/andromeda", "tour://objects/neptune", "tour://objects/sirius", "tour://objects/vega",
		}}},
		{Method: "resources/templates/list", want: want{names: []string{"handle://{id}", "test://template/{id}/data", "tour://objects/{name}{?limit}"}}},
		{Method: "prompts/list", want: want{has: []string{"test_simple_prompt", "test_prompt_with_arguments", "tour_plan_night"}}},

		tool("test_multiple_content_types", args{}, want{contains: []string{"Multiple content types test:"}}),
		tool("test_error_handling", args{}, want{failed: true, text: "This tool intentionally returns an error for testing"}),
		tool("tour_find_objects", args{"observer": "Ada", "order": "magnitude", "type": "star", "without": []string{"vega"}},
			want{structured: `{"result":[{"name":"sirius","kind":"star","magnitude":-1.5}]}`}),
		tool("tour_find_objects", args{"observer": "Ada", "order": "size", "limit": 0}, want{failed: true, contains: []string{"/order", "/limit"}}),
		{Method: "resources/read", Params: args{"uri": "test://static-binary"}, want: want{mime: "image/png"}},
		{Method: "resources/read", Params: args{"uri": "test://template/a%20b/data"}, want: want{
			text: `{"id":"a b","templateTest":true,"data":"Data for ID: a b"}`, mime: "application/json",
		}},
		{Method: "prompts/get", Params: args{"name": "test_prompt_with_arguments", "arguments": args{"arg1": "one", "arg2": "two"}}, want: want{
			text: "Prompt with arguments: arg1='one', arg2='two'",
		}},
		{Method: "prompts/get", Params: args{"name": "test_prompt_with_embedded_resource", "arguments": args{"resourceUri": "test://example"}}, want: want{
			contains: []string{"Please process the embedded resource above."},
		}},

		later(tool("tour_point", args{"target": args{"by": "position", "altitude": "41:16", "azimuth": "10:00"}}, want{text: "pointing to 41:16 and 10:00"})),
		later(tool("tour_book", args{"observer": "Ada Lovelace", "mail": "ada@example.com", "hours": "6", "targets": []string{"vega"}, "why": "fun"},
			want{structured: `{"result":1}`})),
		later(tool("tour_note", args{"entry": args{"author": "Ada", "text": "Clouds."}}, want{})),
		later(request{Method: "resources/read", Params: args{"uri": "tour://logbook"}, want: want{text: "Ada: Clouds.", mime: "text/plain"}}),
		later(request{Method: "resources/read", Params: args{"uri": "test://nothing"}, want: want{code: jsonrpc.CodeInvalidParams}}),
		completion("test_prompt_with_arguments", "arg1", "test", "testValue1", "testValue2"),
		completion("tour_plan_night", "target", "ve", "vega"),
		{Method: "tools/call", Params: args{"name": "test_tool_with_progress", "arguments": args{}}, Progress: true, want: want{
			progress: 2, // and a third one, which some clients drop when the result comes right behind it
			text:     "Completed in two steps.",
		}},
		asking("test_elicitation", args{"message": "Who are you?"}, want{text: "User response: ada, ada@example.com"},
			args{"username": "ada", "email": "ada@example.com"}),
		asking("test_input_required_result_multi_round", args{}, want{text: "Ada likes green."}, args{"name": "Ada"}, args{"color": "green"}),
		asking("test_input_required_result_multi_round", args{}, want{failed: true, contains: []string{"declined"}}, args{"name": "Ada"}),
		asking("tour_cancel", args{}, want{structured: `{"result":1}`}, args{"approve": true}),
		asking("tour_cancel", args{}, want{failed: true}, args{"approve": false}),
		asking("tour_cancel", args{}, want{failed: true, contains: []string{"declined"}}),
	},
}

// asking is a call of a tool during which the user answers.
func asking(name string, arguments args, w want, answers ...args) request {
	r := tool(name, arguments, w)
	r.Answers = append([]args{}, answers...)
	return r
}

func later(r request) request {
	r.later = true
	return r
}

// completion is a request for the values of an argument of a prompt.
func completion(prompt, argument, begin string, values ...string) request {
	return request{
		Method: "completion/complete",
		Params: args{"ref": args{"type": "ref/prompt", "name": prompt}, "argument": args{"name": argument, "value": begin}},
		want:   want{values: values},
	}
}
