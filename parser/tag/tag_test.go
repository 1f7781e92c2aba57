package tag

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"

	"github.com/mcpgen/mcpgen/parser/directive"
)

// say prints arguments and problems on one line.
func say(d directive.Directive, problems []directive.Problem) string {
	var out []string
	for _, a := range d.Args {
		text := a.Key
		if a.HasValue {
			text += "=" + a.Value
		}
		out = append(out, text)
	}
	for _, p := range problems {
		out = append(out, fmt.Sprintf("! %d %s", p.Offset, p.Msg))
	}
	return strings.Join(out, "; ")
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ tag, want string }{
		{`jsonschema:"minimum=1,maximum=1e2"`, "min=1; max=1e2"},
		{`jsonschema:"exclusiveMinimum=-1,exclusiveMaximum=2.5,multipleOf=0.1"`, "exclusiveMin=-1; exclusiveMax=2.5; multipleOf=0.1"},
		{`jsonschema:"required,enum=a,enum=b=c,enum=d\\,e"`, "required; enum=a|b=c|d,e"},
		{`jsonschema:"enum=\"a\",example=\"b\",default=\"c\""`, `enum="\"a\""; example="\"b\""; default="\"c\""`},
		{`jsonschema:"example=a,title=t,example=b"`, "example=a; example=b; title=t"},
		{`jsonschema:"pattern=^\\d+$,format=email,minLength=1,maxLength=02"`, `pattern=^\d+$; format=email; minLength=1; maxLength=2`},
		{`jsonschema:"minItems=1,maxItems=2,uniqueItems=true"`, "minItems=1; maxItems=2; unique"},
		{`jsonschema_description:"one, two"`, "desc=one, two"},
		{`jsonschema:"description=this" jsonschema_description:"that"`, "desc=this"},
		{`jsonschema:""`, ""},
		{`jsonschema:"default="`, "default="},
		{`jsonschema:"-,required"`, "! 1 the tag takes the field out of the schema, but encoding/json reads it all the same"},
		{`jsonschema:"minLength=x,maximum"`, `! 13 minLength cannot be "x"; ! 25 a jsonschema tag has no word "maximum"`},
		{`jsonschema:"minimum=1=2"`, `! 13 minimum cannot be "1=2"`},
		{`jsonschema:"minimum=1,type=string,maximum=2"`, "! 23 type says what nothing here enforces"},
		{`jsonschema:"enum=open"`, `! 13 enum cannot be "open"`},
		{`jsonschema:"enum=open,enum=closed"`, "enum=open|closed"},
		{`jsonschema:"title=a,title=b"`, "title=b; ! 13 title stands twice"},
		{`jsonschema:"minimum=1" jsonschema_extras:"x=y"`, "min=1; ! 24 jsonschema_extras says what nothing here enforces"},
	} {
		got := say(Read(reflect.StructTag(c.tag), "`"+c.tag+"`", true))
		if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.tag, got, c.want)
		}
	}
}

// The words are those of the library: its extras are read by the same rules and
// show all pairs.
func TestWordsAreThoseOfTheLibrary(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	parts := []string{"a", "b", "=", ",", ",", `\`, `\,`, " ", "é"}
	for range 5000 {
		var b strings.Builder
		for range random.IntN(12) {
			b.WriteString(parts[random.IntN(len(parts))])
		}
		of := reflect.StructOf([]reflect.StructField{{
			Name: "F", Type: reflect.TypeFor[int](), Tag: reflect.StructTag(extras + ":" + strconv.Quote(b.String())),
		}})
		r := jsonschema.Reflector{Anonymous: true, DoNotReference: true, ExpandedStruct: true}
		f, _ := r.ReflectFromType(of).Properties.Get("F")
		want := map[string]string{}
		for _, word := range split(b.String()) {
			if name, value, pair := strings.Cut(word, "="); pair {
				if have, again := want[name]; again {
					value = have + " " + value
				}
				want[name] = value
			}
		}
		got := map[string]string{}
		for name, value := range f.Extras {
			if list, many := value.([]string); many {
				value = strings.Join(list, " ")
			}
			got[name] = fmt.Sprint(value)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: the library reads %q, we %q", b.String(), got, want)
		}
	}
}

func TestIn(t *testing.T) {
	for tag, want := range map[reflect.StructTag]bool{
		`json:"a"`: false, `jsonschema:""`: true, `jsonschema_description:"x"`: true, `json:"a" jsonschema_extras:"x"`: true,
	} {
		if In(tag) != want {
			t.Errorf("%s: %v", tag, !want)
		}
	}
}

// Whatever a tag says, the library and what reads along with it come to an end,
// and every word has an answer.
func FuzzRead(f *testing.F) {
	f.Add("minimum=1,enum=a\\,b,required", "text", "x=y", true)
	f.Add("-", "", "", false)
	f.Add("oneof_type=string;integer,oneof_required=a,anyof_ref=#/x;y,default=", "", "minimum=x,minimum=1,a=true,a=false,a=b", true)
	f.Fuzz(func(t *testing.T, words, text, more string, isText bool) {
		tag := fmt.Sprintf("%s:%q %s:%q %s:%q", key, words, description, text, extras, more)
		read, problems := Read(reflect.StructTag(tag), "`"+tag+"`", isText)
		said := strings.Trim(words, ",") != "" || text != ""
		if said && len(read.Args)+len(problems) == 0 {
			t.Errorf("%s says nothing", tag)
		}
		for _, p := range problems {
			if p.Offset < 0 || p.Offset > len(tag)+2 {
				t.Errorf("%s: offset %d", tag, p.Offset)
			}
		}
	})
}
