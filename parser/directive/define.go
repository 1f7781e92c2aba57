package directive

import "github.com/mcpgen/mcpgen/internal/diag"

// The structs below define the directives. In a tag mcp:"NAME,FORM", NAME is
// the argument and FORM what its value looks like (see forms); a flag has no
// form. A tag default:"..." is prose for the reference page. Doc comments are
// the reference page's text: lines of code in them are its examples.

// Tool offers a function as a tool that models can call. The function's doc
// comment becomes the description, its parameters the properties of the input
// schema, its results the output schema.
//
//	// Forecast returns the weather forecast for a city.
//	//
//	//mcp:tool readonly group=weather title="Weather forecast"
//	func Forecast(ctx context.Context, city string, days int) (Report, error)
//
//	// Remove deletes a note for good.
//	//
//	//mcp:tool name=delete_note destructive idempotent meta.example.com/owner=notes
//	func (s *Store) Remove(ctx context.Context, id string) error
type Tool struct {
	// Name on the wire: 1 to 128 letters, digits, `_`, `-` and `.`. The server's prefix stands in front of it.
	// A server in planner mode has `run`, `run_changes` and `handle` of its own.
	Name Text `mcp:"name,NAME" default:"the function's name in snake case"`
	// Title for people, where a host shows one.
	Title Text `mcp:"title,TEXT"`
	// Group that the tool belongs to.
	Group List `mcp:"group,NAME"`
	// Stage of the work in which the tool is of use.
	Stage Text `mcp:"stage,NAME"`
	// ReadOnly promises that a call changes nothing.
	ReadOnly Flag `mcp:"readonly" default:"not said"`
	// Destructive says that a call may destroy or overwrite something; `destructive=false` promises that it only adds.
	Destructive Flag `mcp:"destructive" default:"not said"`
	// Idempotent promises that a second call with the same arguments changes nothing more.
	Idempotent Flag `mcp:"idempotent" default:"not said"`
	// OpenWorld says that a call reaches out to things that the server does not control, such as the web.
	OpenWorld Flag `mcp:"openworld" default:"not said"`
	// Approve asks the user before each call, with the arguments in view, and runs the function only after a yes. Where the client cannot ask, and when anything on the way fails, the function does not run. It goes with `destructive` as with any other tool, such as one that spends money.
	Approve Flag `mcp:"approve" default:"it runs when it is called"`
	// Open accepts unknown properties in the arguments and drops them.
	Open Flag `mcp:"open" default:"unknown properties are refused"`
	// Lenient reads a number, a boolean, an array or an object also from a string that holds its JSON, as some models send it: `"5"` for 5. What the tool wants as a string is never read as anything else, and the text of a string is read only once. The schema does not change. `lenient=false` overrules the server.
	Lenient Flag `mcp:"lenient" default:"as //mcp:server or mcpruntime.WithLenient say, else strict"`
	// Icon for hosts that show one. More than one may be given, for other sizes or themes.
	Icon List `mcp:"icon,ICON"`
	// Timeout is how long a call may take, whatever mcpruntime.Limits say: then its context ends, and it is answered with an error of the code `timeout`, even if the function goes on.
	Timeout Text `mcp:"timeout,DURATION" default:"mcpruntime.Limits.CallTime"`
	// Output of `handle` keeps the result on the server: the answer is a handle of it, such as #R1, with a summary, which other tools take as a parameter of type mcpruntime.Handle. A function that returns a mcpruntime.Handle does so in any case.
	Output Text `mcp:"output,OUTPUT" default:"the result is the answer"`
	// Kind is what the tool calls the handles that it answers with, the same for all tools of the package that keep values of the type.
	Kind Text `mcp:"kind,KIND" default:"the name of the value's type in snake case"`
	// Args keeps a single struct parameter as one property; NAME is that parameter.
	Args Text `mcp:"args,NAME" default:"the fields of the struct are the properties"`
	// Meta puts KEY and VALUE, a string, into the tool's `_meta` for hosts that know them.
	Meta Pairs `mcp:"meta.KEY,VALUE"`
}

// Param says more about one parameter of a tool or prompt than its Go type
// can. The first word is the parameter's Go name. The directive stands in the
// same doc comment as `//mcp:tool`, `//mcp:resource` or `//mcp:prompt`.
//
//	// Places lists places near a city.
//	//
//	//mcp:tool readonly
//	//mcp:param limit min=1 max=50 default=10
//	//mcp:param kind name=type desc="kind of place" enum=lake|park example=lake
//	//mcp:param user hidden=principal
//	func Places(ctx context.Context, user, city, kind string, limit int) ([]Place, error)
type Param struct {
	// Name on the wire, for names that Go does not allow, such as `type`.
	Name Text `mcp:"name,NAME" default:"the parameter's Go name"`
	Rules
	// Hidden takes the parameter from the server instead of the caller, who neither sees it nor can set it: `principal` is who calls (a string), `meta.KEY` a member of the request's `_meta` (of any type that travels; a pointer is nil when there is none), and any other name is that of a provider, given with mcpruntime.WithProvider (of any named type, or a pointer to one). Nothing else can be said of such a parameter.
	Hidden Text `mcp:"hidden,SOURCE" default:"the caller gives it"`
}

// Field says more about a struct field than its Go type and tags can. On a
// named type it holds for every use of the type. A struct tag in the dialect of
// invopop/jsonschema, such as `jsonschema:"minimum=1,enum=a,enum=b"`, means the
// same and is read by that library; a word that nothing serves is a finding.
//
//	type Query struct {
//		// Share of the sky that clouds may cover, in percent.
//		//
//		//mcp:field min=0 max=100 example=42
//		Clouds int `json:"clouds"`
//	}
type Field struct {
	// Name may only repeat the name that encoding/json gives the field: a
	// field is renamed by its `json` tag, so that Go and the wire agree.
	Name Text `mcp:"name,NAME" default:"from the json tag or the field's name"`
	Rules
}

// Rules are the arguments that param and field share.
type Rules struct {
	// Desc is the description.
	Desc Text `mcp:"desc,TEXT" default:"the comment in the source"`
	// Title for people, where a host shows one. It is in the schema of arguments.
	Title Text `mcp:"title,TEXT"`
	// Default makes the property optional: the value it has when it is left out. It is for booleans, numbers and strings, for named types of these and for pointers to them. A string may be bare, a number or a boolean is a JSON literal.
	Default Text `mcp:"default,VALUE"`
	// Required makes a property required that would be optional for its Go type or tag: a pointer, a variadic parameter, `omitempty`, `omitzero`. Null is no value for it then.
	Required Flag `mcp:"required" default:"pointers, variadics, omitempty, omitzero and a default make a property optional"`
	// Example of a good value, of any type. What is a string on the wire may be bare, anything else is a JSON literal such as `["a","b"]`.
	Example List `mcp:"example,VALUE"`
	// Min is the least number allowed.
	Min Text `mcp:"min,NUMBER" default:"from the Go type"`
	// Max is the greatest number allowed.
	Max Text `mcp:"max,NUMBER" default:"from the Go type"`
	// ExclusiveMin is a number that every value is above. The bounds of fractions are compared as they are written, digit by digit.
	ExclusiveMin Text `mcp:"exclusiveMin,NUMBER"`
	// ExclusiveMax is a number that every value is below.
	ExclusiveMax Text `mcp:"exclusiveMax,NUMBER"`
	// MultipleOf is the step between values, such as 0.05: exactly, in decimal.
	MultipleOf Text `mcp:"multipleOf,STEP"`
	// MinLength of a string, in characters.
	MinLength Text `mcp:"minLength,COUNT"`
	// MaxLength of a string, in characters.
	MaxLength Text `mcp:"maxLength,COUNT"`
	// Pattern is a regular expression that has a match somewhere in the string: write `^` and `$` for all of it. It must mean the same in Go (RE2) and in JavaScript with the flag u, which JSON Schema is about; where the two differ, the finding says what to write. A dot matches no line break of any kind.
	Pattern Text `mcp:"pattern,PATTERN"`
	// Format of a string: `date-time`, `date`, `time`, `email`, `uri`, `uuid`, `ipv4`, `ipv6`, `hostname`, `duration` (ISO 8601, such as P3DT4H) or `go-duration` (such as 1h30m), which makes text of a `time.Duration` too. The RFCs behind JSON Schema's formats say what is of a format.
	Format Text `mcp:"format,NAME"`
	// MinItems of a list.
	MinItems Text `mcp:"minItems,COUNT"`
	// MaxItems of a list.
	MaxItems Text `mcp:"maxItems,COUNT"`
	// Unique says that no two elements of a list are equal. It is for lists of strings, integers and booleans, and of named types of these.
	Unique Flag `mcp:"unique" default:"elements may be equal"`
	// Enum is `a|b|c` for the only values allowed; `closed` or `open` says whether the constants of the type are all values or only advice.
	Enum Text `mcp:"enum,VALUES" default:"the constants of a named type of this module"`
	// Header has HTTP clients send the argument as the header `Mcp-Param-HEADER` too, for proxies that go by it without reading messages (`x-mcp-header` in the schema); the server refuses calls in which the two differ. It is for strings, booleans and integers, which are then within ±9007199254740991, and which properties alone lead to: no list, map, union or type that contains itself.
	Header Text `mcp:"header,HEADER"`
}

// OneOf makes an interface type a union: each value is one of a few structs of
// the package that declares it, and on the wire an object in which one member,
// the discriminator, tells which. Without pairs the union holds every struct
// of the package that has the methods, in the order of the source.
//
//	// Shape is something to draw.
//	//
//	//mcp:oneof discriminator=kind circle=Circle "rounded box=Box"
//	type Shape interface{ isShape() }
//
//	// Circle is {"kind":"circle","radius":1} on the wire.
//	type Circle struct {
//		Radius float64 `json:"radius"`
//	}
//
//	func (Circle) isShape() {}
//
// A union is a property like any other, never the arguments as a whole, and as
// a result it travels wrapped. The discriminator may stand anywhere in the
// object. What is read is the struct itself, or a pointer to it when only the
// pointer has the methods; both can be returned. Null is no value in arguments,
// and with `omitempty` or `omitzero` it means absent. A nil interface in a
// result is null, but as the only result an error; a nil pointer in an
// interface, and a value of a type that is not listed, are errors.
type OneOf struct {
	// Discriminator is the name of the member that tells the structs apart.
	Discriminator Text `mcp:"discriminator,TEXT" default:"type"`
	// Cases are pairs, as many as there are structs: what the discriminator says, and the struct. A value that is no plain word stands in quotes together with its type.
	Cases Pairs `mcp:"KEY,TYPE" default:"the structs of the package that have the methods, each under its name in snake case"`
}

// Resource offers what a function returns under a URI: a string, a []byte (text
// or binary, as its MIME type or else its content says), mcpruntime.Contents, or
// []mcpruntime.Contents for several at once. The variables of a URI template are
// the function's parameters, decoded once; see [resources](resources.md).
//
//	// Note returns the text of a note.
//	//
//	//mcp:resource uri=note://{id}{?lines} title="A note" mime=text/markdown
//	//mcp:param lines min=1
//	func (s *Store) Note(ctx context.Context, id string, lines *int) (string, error)
//
// A function that returns []mcpruntime.Resource lists what there is of a template
// now; resources/list asks it each time. Its URI is the template, as the function
// that reads the resources has it:
//
//	//mcp:resource uri=note://{id}{?lines}
//	func (s *Store) Notes(ctx context.Context) ([]mcpruntime.Resource, error)
type Resource struct {
	// URI is an absolute URI, or an RFC 6570 template with any of its operators. It must be given.
	URI Text `mcp:"uri,URI,required"`
	// Name of the resource.
	Name Text `mcp:"name,NAME" default:"the function's name in snake case"`
	// Title for people, where a host shows one.
	Title Text `mcp:"title,TEXT"`
	// MIME type of the contents.
	MIME Text `mcp:"mime,MIME" default:"what the content looks like"`
	// Size of the contents in bytes, of a resource that is no template.
	Size Text `mcp:"size,COUNT" default:"not said"`
	// Audience that the resource is for.
	Audience List `mcp:"audience,ROLE" default:"not said"`
	// Priority says how much the resource matters; 1 is for what cannot be done without.
	Priority Text `mcp:"priority,PRIORITY" default:"not said"`
	// TTL is how long clients may keep the contents.
	TTL Text `mcp:"ttl,TTL" default:"they may change at any time"`
	// Cache says whether the contents are the same for everybody, `public`, or kept for the one who asked alone, `private`.
	Cache Text `mcp:"cache,SCOPE" default:"private"`
	// Icon for hosts that show one.
	Icon List `mcp:"icon,ICON"`
	// Meta puts KEY and VALUE, a string, into the resource's `_meta`.
	Meta Pairs `mcp:"meta.KEY,VALUE"`
}

// Prompt offers a function as a prompt for people to pick. It returns a string,
// which becomes one message of the user, a mcpruntime.Message, or a list of them.
//
//	// Plan asks for a travel plan.
//	//
//	//mcp:prompt title="Plan a trip"
//	//mcp:param tone default=friendly
//	//mcp:param days min=1 max=14
//	func Plan(city, tone string, days *int) string
//
// The arguments of a prompt are text. A parameter can be a string, a number, a
// boolean, a time.Time, a time.Duration (always text, such as 1h30m), a type with
// text code, or a named type of these: its text is read and checked as that of a
// tool's argument is, and the description says what is expected. A pointer, or a
// default, makes it optional. Missing, unknown and malformed arguments are
// refused. Like a tool, a prompt can ask its user.
type Prompt struct {
	// Name of the prompt.
	Name Text `mcp:"name,NAME" default:"the function's name in snake case"`
	// Title for people, where a host shows one.
	Title Text `mcp:"title,TEXT"`
	// Icon for hosts that show one.
	Icon List `mcp:"icon,ICON"`
	// Meta puts KEY and VALUE, a string, into the prompt's `_meta`.
	Meta Pairs `mcp:"meta.KEY,VALUE"`
}

// Complete offers a function that lists values for an argument of a prompt, or
// for a variable of a resource's template, to whoever types one. It takes what
// has been typed so far, and by their names those of the other arguments that it
// depends on; it is not called before these have values, but for pointers. It
// returns the values in the order in which they are to be shown, of which the
// first 100 are. The directive may stand several times.
//
//	// Streets lists the streets of a city.
//	//
//	//mcp:complete prompt=plan arg=street
//	//mcp:complete uri=map://{city}/{street} arg=street
//	func Streets(ctx context.Context, prefix, city string) ([]string, error)
//
// The values of an enum, and of a boolean, are offered without any function.
type Complete struct {
	// Prompt is the name of a prompt of the package, without the server's prefix.
	Prompt Text `mcp:"prompt,NAME"`
	// URI is the template of a resource of the package, exactly as its `uri` has it.
	URI Text `mcp:"uri,URI"`
	// Arg is the argument, or the variable, by its name on the wire. It must be given.
	Arg Text `mcp:"arg,NAME,required"`
}

// Summary makes a function, or a method, the one that says in a line what a
// value holds that the server keeps as a handle. Without it, a summary shows the
// value's members, and how long lists are.
//
//	//mcp:summary
//	func summarise(r Range) string
//
//	//mcp:summary
//	func (r Range) Summary() string
type Summary struct{}

// Server describes the server of this package: `NewMCPServer` is generated
// from it.
//
//	// Package weather answers questions about the weather.
//	//
//	//mcp:server name=weather version=1.2.0 prefix=weather_
//	package weather
type Server struct {
	// Name of the server.
	Name Text `mcp:"name,NAME" default:"the package's name"`
	// Version of the server.
	Version Text `mcp:"version,NAME"`
	// Title for people, where a host shows one.
	Title Text `mcp:"title,TEXT"`
	// Instructions tell the model how to use the server as a whole.
	Instructions Text `mcp:"instructions,TEXT"`
	// Prefix stands in front of the name of every tool, resource and prompt of the package, exactly as written.
	Prefix Text `mcp:"prefix,NAME"`
	// Group says what the tools of the group KEY are for; they have `group=KEY`. Planners read it.
	Group Pairs `mcp:"group.KEY,TEXT" default:"the first sentence of the package comment, when the package has one group only"`
	// Icon for hosts that show one.
	Icon List `mcp:"icon,ICON"`
	// TTL is how long clients may keep the lists of tools, resources and prompts.
	TTL Text `mcp:"ttl,TTL" default:"they may change at any time"`
	// Cache says whether the lists are the same for everybody, `public`, or kept for the one who asked alone, `private`.
	Cache Text `mcp:"cache,SCOPE" default:"public; private for resources where a function lists some"`
	// Lenient makes every tool of the package lenient that does not say otherwise.
	Lenient Flag `mcp:"lenient" default:"not said"`
}

// Type says what the values of a type are on the wire: a type of another module,
// or one of yours, whose JSON code hides it. The first word is the type: its
// import path, a dot and its name; a type of this package goes by its name.
//
//	// Package shop sells things.
//	//
//	//mcp:type example.com/money.Amount schema="{\"type\":\"string\",\"pattern\":\"^[0-9]+ [A-Z]{3}$\"}"
//	//mcp:type Span schema={"type":"string"} decode=parseSpan encode=formatSpan
//	package shop
type Type struct {
	// Schema is a JSON Schema 2020-12 object that stands alone, without references. The decoder enforces the keyword `type` at its top; that the code of the type keeps to the rest is your promise. It must be given.
	Schema Text `mcp:"schema,SCHEMA,required"`
	// Decode is a function of this package, `func([]byte) (T, error)`, that reads a value from its JSON. It must not keep the bytes.
	Decode Text `mcp:"decode,FUNC" default:"the JSON or text code of the type, or encoding/json"`
	// Encode is a function of this package, `func(T) ([]byte, error)`, that returns the JSON of a value.
	Encode Text `mcp:"encode,FUNC" default:"the JSON or text code of the type, or encoding/json"`
}

// Text is an argument with a value.
type Text struct {
	Value string
	Set   bool
	// KeyOffset and Offset are where the argument and its value begin, in
	// bytes from the start of the comment.
	KeyOffset, Offset int
}

// Flag is an argument that is true or false; not Set means not said.
type Flag struct {
	Value     bool
	Set       bool
	KeyOffset int
}

// Ptr returns nil when the flag is not said.
func (f Flag) Ptr() *bool {
	if !f.Set {
		return nil
	}
	return &f.Value
}

// List is an argument that may be repeated, in the order written.
type List []Text

// Values returns the texts alone.
func (l List) Values() []string {
	var values []string
	for _, t := range l {
		values = append(values, t.Value)
	}
	return values
}

// Pairs is an argument with a key of the user's choice, in the order written.
type Pairs []Pair

// Pair is one of Pairs: meta.KEY=VALUE, group.KEY=TEXT, or KEY=VALUE.
type Pair struct {
	Key string
	Text
}

// contradictions returns what cannot hold together.
func (t *Tool) contradictions() []Problem {
	var problems []Problem
	if t.Approve.Set && !t.Approve.Value {
		problems = append(problems, Problem{t.Approve.KeyOffset, diag.BadValue, "approve=false says nothing", "leave it out"})
	}
	if t.ReadOnly.Value && t.Destructive.Value {
		problems = append(problems, Problem{max(t.ReadOnly.KeyOffset, t.Destructive.KeyOffset), diag.Contradiction,
			"a tool is either readonly or destructive", "keep one of the two"})
	}
	return problems
}

// contradictions returns what is too much, or missing.
func (c *Complete) contradictions() []Problem {
	switch {
	case c.Prompt.Set && c.URI.Set:
		return []Problem{{max(c.Prompt.KeyOffset, c.URI.KeyOffset), diag.Contradiction,
			"a completer is for a prompt or for a resource", "write one line for each"}}
	case !c.Prompt.Set && !c.URI.Set:
		return []Problem{{len(Prefix), diag.BadValue, Prefix + "complete needs prompt or uri", "write " + Prefix + "complete prompt=NAME arg=NAME"}}
	}
	return nil
}

// contradictions returns what says nothing.
func (r *Resource) contradictions() []Problem {
	if r.Size.Value != "0" {
		return nil
	}
	return []Problem{{r.Size.Offset, diag.BadValue, "size=0 says nothing, since the protocol's library leaves it out", "leave it out"}}
}
