package fromschema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

func TestSchemas(t *testing.T) {
	for _, c := range []struct{ properties, want, losses string }{
		{`"a":{"type":"string"}`, `a?`, ``},
		{`"a":{}`, `a?:any`, ``},
		{`"a":true`, `a?:any`, ``},
		{`"a":false`, `a?:any`, `/properties/a: a schema that lets nothing through`},
		{`"a":{"type":"string","minLength":1,"maxLength":9,"format":"email","pattern":"x"}`, `a?:str@email(1..9)`, `/properties/a: pattern`},
		{`"a":{"type":"integer","minimum":1,"maximum":14,"default":3}`, `a?:int(1..14)=3`, ``},
		{`"a":{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1,"multipleOf":0.1}`, `a?:num(>0..<1%0.1)`, ``},
		{`"a":{"type":"number","minimum":0,"exclusiveMinimum":true}`, `a?:num(>0..)`, ``},
		{`"a":{"type":"number","minimum":0,"exclusiveMinimum":3}`, `a?:num(0..)`, `/properties/a: exclusiveMinimum`},
		{`"a":{"enum":["x","y z",null,1]}`, `a?:(x "y z" 1)?`, ``},
		{`"a":{"const":"x"}`, `a?:x`, ``},
		{`"a":{"enum":[{}]}`, `a?:any`, `/properties/a: values that are objects or lists`},
		{`"a":{"type":["string","null"]}`, `a?:str?`, ``},
		{`"a":{"type":["string","integer"],"minimum":1,"maxLength":2}`, `a?:str(..2)|int(1..)`, ``},
		{`"a":{"anyOf":[{"type":"integer","minimum":0},{"type":"null"}],"default":null}`, `a?:int(0..)?=null`, ``},
		{`"a":{"oneOf":[{"type":"object","properties":{"k":{"const":"x"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"y"}},"required":["k"]}]}`, `a?:{k:x}|{k:y}`, ``},
		{`"a":{"anyOf":[{"const":"x"},{"const":"y"}]}`, `a?:(x y)`, ``},
		{`"a":{"type":"string","anyOf":[{"enum":["x"]},{"minLength":3}]}`, `a?:(x)|str(3..)`, ``},
		{`"a":{"allOf":[{"type":"string"}]}`, `a?`, ``},
		{`"a":{"allOf":[{"type":"string"},{"maxLength":3}]}`, `a?:any`, `/properties/a: allOf`},
		{`"a":{"type":"array","items":{"enum":["x","y"]},"minItems":1,"uniqueItems":true}`, `a?:(x y)[1..]`, `/properties/a: uniqueItems`},
		{`"a":{"type":"array","prefixItems":[{}]}`, `a?:any[]`, `/properties/a: prefixItems`},
		{`"a":{"type":"object","additionalProperties":{"type":"integer"}}`, `a?:{*:int}`, ``},
		{`"a":{"type":"object","additionalProperties":{},"propertyNames":{"type":"string","maxLength":3}}`, `a?:{*str(..3):any}`, ``},
		{`"a":{"type":"object","additionalProperties":false}`, `a?:{}`, ``},
		{`"a":{"properties":{"b c":{"type":"boolean"}},"required":["b c","d"]}`, `a?:{"b c":bool}`, `/properties/a: required "d", which is not described`},
		{`"a":{"type":"object","properties":{"b":{"type":"boolean"}},"additionalProperties":true}`, `a?:{b?:bool}`, `/properties/a: additionalProperties`},
		{`"a":{"type":"string","contentEncoding":"base64"}`, `a?:bytes`, ``},
		{`"a":{"type":"file"}`, `a?:any`, `/properties/a: type "file"`},
		{`"a":{"$ref":"#/$defs/N"}`, `a?:@N({next?:@N v:int})`, ``},
		{`"a":{"$ref":"#/$defs/P"},"b":{"$ref":"#/$defs/P"}`, `a?:@P({x:num}) b?:@P`, ``},
		{`"a":{"$ref":"#/$defs/P","description":"d","title":"t"}`, `a?:{x:num}`, ``},
		{`"a":{"$ref":"#/$defs/Loop"}`, `a?:any`, `/properties/a: $ref that ends nowhere`},
		{`"a":{"$ref":"https://example.com/x"}`, `a?:any`, `/properties/a: $ref to "https://example.com/x", which is not a schema of the same document`},
		{`"a":{"$ref":"#/$defs/None","minLength":3}`, `a?:any`, "/properties/a: minLength beside $ref\n" + `/properties/a: $ref to "#/$defs/None", which is not a schema of the same document`},
	} {
		schema := `{"type":"object","properties":{` + c.properties + `},"$defs":{
			"N":{"type":"object","properties":{"next":{"$ref":"#/$defs/N"},"v":{"type":"integer"}},"required":["v"]},
			"P":{"type":"object","properties":{"x":{"type":"number"}},"required":["x"]},
			"Loop":{"$ref":"#/$defs/Pool"},"Pool":{"$ref":"#/$defs/Loop"}}}`
		sig, losses, err := Signature([]byte(schema), nil)
		if err != nil {
			t.Errorf("%s: %v", c.properties, err)
			continue
		}
		var lost []string
		for _, l := range losses {
			lost = append(lost, l.String())
		}
		if got := sig.String(); got != "("+c.want+")" {
			t.Errorf("%s\nis   %s\nwant (%s)", c.properties, got, c.want)
		}
		if got := strings.Join(lost, "\n"); got != c.losses {
			t.Errorf("%s\nlost %s\nwant %s", c.properties, got, c.losses)
		}
		reads(t, sig)
	}
}

// reads wants a signature to be what its line reads back as.
func reads(t *testing.T, sig *planner.Signature) {
	t.Helper()
	line := sig.String()
	back, err := planner.ParseSignature(line)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	if again := back.String(); again != line {
		t.Fatalf("%s is read as %s", line, again)
	}
}

func TestResults(t *testing.T) {
	sig, losses, err := Signature([]byte(`{"type":"object"}`), []byte(`{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}`))
	if err != nil || len(losses) > 0 || sig.String() != "() -> {n:int}" {
		t.Errorf("got %s, %v, %v", sig, losses, err)
	}
}

func TestParametersThatMoreToolsHaveComeFirst(t *testing.T) {
	tools, err := Tools([]byte(`{"jsonrpc":"2.0","id":1,"result":{"tools":[
		{"name":"a","description":"D.","annotations":{},"inputSchema":{"properties":{"x":{},"y":{"type":"integer"},"z":{"type":"string"}}}},
		{"name":"b","inputSchema":{"properties":{"w":{},"z":{"type":"string"},"y":{"type":"integer"}}}},
		{"name":"c","inputSchema":{"properties":{"z":{"type":"string"},"y":{"type":"string"}}}}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, tool := range tools {
		got = append(got, tool.Name+tool.Signature.String())
	}
	if diff := cmp.Diff([]string{"a(z? y?:int x?:any)", "b(z? y?:int w?:any)", "c(z? y?)"}, got); diff != "" {
		t.Error(diff)
	}
	if want := `{"name":"a","description":"D.","inputSchema":{"properties":{"x":{},"y":{"type":"integer"},"z":{"type":"string"}}}}`; tools[0].Prompt != want {
		t.Errorf("got %s", tools[0].Prompt)
	}
}

// What hosts are given is what is counted: escapes, numbers and order are those
// of the server.
func TestToolsStayAsTheyWereGiven(t *testing.T) {
	given := `{"name" : "a", "title":"A<B & C", "description":"caf\u00e9 <b>\u003c\/b> ünï \u2028", "x":[ 1.50 , -0, 1E+2 , 12345678901234567890, true,null ],
		"inputSchema":{ "type":"object", "properties":{"z":{"const":"<"} ,"a":{"enum":["a b","\ud83d\ude00"]}}}, "_meta":{"b":" , : ","a":{}}}`
	var want bytes.Buffer
	if err := json.Compact(&want, []byte(given)); err != nil {
		t.Fatal(err)
	}
	tools, err := Tools([]byte("\uFEFF [ " + given + " ] \n"))
	if err != nil {
		t.Fatal(err)
	}
	if tools[0].JSON != want.String() {
		t.Errorf("got  %s\nwant %s", tools[0].JSON, &want)
	}
	prompt := `{"name":"a","description":"caf\u00e9 <b>\u003c\/b> ünï \u2028","inputSchema":{"type":"object","properties":{"z":{"const":"<"},"a":{"enum":["a b","\ud83d\ude00"]}}}}`
	if tools[0].Prompt != prompt {
		t.Errorf("got  %s\nwant %s", tools[0].Prompt, prompt)
	}
}

// One odd tool is no reason not to see the others.
func TestOddTools(t *testing.T) {
	for tool, want := range map[string]string{
		`{"name":"3d_render","inputSchema":{"properties":{"x":{"type":"string"}}}}`: `"3d_render"(x?)`,
		`{"name":"a:b","inputSchema":{"type":"object"}}`:                            `"a:b"()`,
		`{"name":"two\nlines \u2028"}`:                                              `"two\nlines \u2028"()`,
		`{"name":"a"}`:                                                              `a()`,
		`{"name":"a","inputSchema":null,"outputSchema":null,"description":null}`:    `a()`,
		`{"name":"a","inputSchema":true,"outputSchema":{}}`:                         `a() -> any`,
		`{"name":"a","inputSchema":"x"}`:                                            `a() /inputSchema: something that is no schema`,
		`{"name":"a","inputSchema":{"type":"string"}}`:                              `a() /inputSchema: arguments that are not a list of properties`,
		`{"name":"b","inputSchema":{}},{"name":"c"},{"name":"b"}`:                   `b() tool 4, which has the same name`,
	} {
		tools, err := Tools([]byte(`{"tools":[{"name":"first"},` + tool + `]}`))
		if err != nil || len(tools) != 2+strings.Count(tool, `"c"`) {
			t.Errorf("%s: %v, %v", tool, tools, err)
			continue
		}
		var entries []planner.Entry
		for _, each := range tools {
			entries = append(entries, planner.Entry{Name: each.Name, Line: each.Signature.String()})
		}
		back, err := planner.ParseRegistry(planner.Render(entries))
		if diff := cmp.Diff(entries, back); err != nil || diff != "" {
			t.Errorf("%s: %v %s", tool, err, diff)
		}
		got, between := entries[1].String(), " "
		for _, loss := range tools[1].Losses {
			got, between = got+between+loss.String(), ", "
		}
		if got != want {
			t.Errorf("%s\nis   %s\nwant %s", tool, got, want)
		}
	}
}

func TestBadResults(t *testing.T) {
	for doc, want := range map[string]string{
		``:                                  "the document is empty",
		" \n":                               "the document is empty",
		`{}`:                                "want a result of tools/list",
		`3`:                                 "want a result of tools/list",
		`{"tools":[]} {}`:                   "more than one value: another one begins at byte 14",
		`{"tools":[{"name":"a"},]}`:         "invalid character ']' looking for beginning of value at byte 24",
		"\uFEFF" + `{"tools":[nil]}`:        "invalid character 'i' in literal null (expecting 'u') at byte 15",
		`{"tools":[{"name":"a"`:             "the document is cut off: it ends at byte 21, within a value",
		"\uFEFF" + `{"tools":["é`:           "the document is cut off: it ends at byte 16, within a value",
		"\xFF\xFE{\x00}\x00":                "the document is UTF-16; save it as UTF-8",
		`{"tools":[{"name":"a","name":1}]}`: `two members "name" at byte 28`,
		`{"tools":[{"name":"a"},{}]}`:       "tool 2 has no name",
		`{"tools":[{"name":7}]}`:            "tool 1 has no name",
		`{"tools":[3]}`:                     "tool 1 has no name",
		`{"tools":` + strings.Repeat("[", 600) + strings.Repeat("]", 600) + `}`: "more than 500 levels at byte 509",
	} {
		if _, err := Tools([]byte(doc)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80q: got %v, want %s", doc, err, want)
		}
	}
}

// Wherever a document is cut off, that is what is said of it.
func TestCutResults(t *testing.T) {
	doc := `{"tools":[{"name":"a\u00e9","inputSchema":{"x":[1.5,-2e3,true,false,null,"é"]}}]}`
	for n := 1; n < len(doc); n++ {
		want := fmt.Sprintf("the document is cut off: it ends at byte %d, within a value", n)
		if _, err := Tools([]byte(doc[:n])); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", doc[:n], err, want)
		}
	}
}

// References can make a small schema endless, or large without end.
func TestHostileSchemas(t *testing.T) {
	var defs []string
	for i := range 60 {
		part := fmt.Sprintf(`{"type":"array","items":{"$ref":"#/$defs/D%d"}}`, i+1)
		defs = append(defs, fmt.Sprintf(`"D%d":{"type":"object","properties":{"a":%s,"b":%s,"c":{"anyOf":[%s,%s]}}}`, i, part, part, part, part))
	}
	defs = append(defs, `"D60":{}`)
	schemas := []string{
		`{"properties":{"a":{"$ref":"#/$defs/D0"}},"$defs":{` + strings.Join(defs, ",") + `}}`,
		`{"properties":{"a":{"$ref":"#"}}}`,
		`{"$ref":"#/$defs/A","$defs":{"A":{"anyOf":[{"$ref":"#/$defs/A"},{"type":"null"}]}}}`,
		`{"properties":{"a":` + strings.Repeat(`{"items":`, 200) + `{}` + strings.Repeat(`}`, 200) + `}}`,
		`{"properties":{"a":{"anyOf":[` + strings.TrimSuffix(strings.Repeat(`{"type":"integer"},`, 30_000), ",") + `]}}}`,
	}
	for _, schema := range schemas {
		sig, losses, err := Signature([]byte(schema), nil)
		if err != nil {
			t.Fatal(err)
		}
		reads(t, sig)
		if size := len(sig.String()); size > 1<<20 {
			t.Errorf("%d bytes of line, losses %v", size, losses)
		}
	}
}

func FuzzTools(f *testing.F) {
	f.Add([]byte(`{"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"x":{"$ref":"#"},"y":{"enum":["a",1,null]}}},"outputSchema":{"type":["array","null"],"items":{"anyOf":[{"const":1},{"type":"string"}]}}}]}`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		tools, err := Tools(doc)
		if err != nil {
			return
		}
		for _, tool := range tools {
			reads(t, tool.Signature)
			if !json.Valid([]byte(tool.JSON)) || !json.Valid([]byte(tool.Prompt)) {
				t.Fatalf("not JSON: %s\n%s", tool.JSON, tool.Prompt)
			}
		}
	})
}
