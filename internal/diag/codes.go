package diag

// Code is the stable name of a kind of finding: "MCP003". Codes are written
// down here, never counted out, and never given a second meaning.
type Code string

// Entry documents a code; docs/findings.md is made from these.
type Entry struct {
	Code     Code
	Severity Severity
	// Title is a short noun phrase.
	Title string
	// Text says why it is a finding and what to write instead.
	Text string
}

// The directive grammar.
const (
	Malformed       Code = "MCP001"
	UnknownName     Code = "MCP002"
	UnknownArgument Code = "MCP003"
	Repeated        Code = "MCP004"
	Misplaced       Code = "MCP005"
	BadValue        Code = "MCP006"
	Contradiction   Code = "MCP007"
	LooksLike       Code = "MCP008"
)

// Signatures.
const (
	NoName         Code = "MCP010"
	UnknownParam   Code = "MCP011"
	BadFunc        Code = "MCP012"
	NoError        Code = "MCP013"
	BadResults     Code = "MCP014"
	MovingComment  Code = "MCP015"
	LooseComment   Code = "MCP016"
	DuplicateWire  Code = "MCP017"
	BadContext     Code = "MCP018"
	PartialMethods Code = "MCP019"
)

// Types and constraints.
const (
	Unsupported    Code = "MCP020"
	OwnCode        Code = "MCP021"
	TypeError      Code = "MCP022"
	Unreachable    Code = "MCP023"
	RuleMismatch   Code = "MCP024"
	BadLiteral     Code = "MCP025"
	FieldConflict  Code = "MCP026"
	EmbeddedPtr    Code = "MCP027"
	SuspiciousDash Code = "MCP028"
	TooMany        Code = "MCP029"
)

// Rules across declarations.
const (
	DuplicateTool     Code = "MCP030"
	DuplicateResource Code = "MCP031"
	DuplicatePrompt   Code = "MCP032"
	BadToolName       Code = "MCP033"
	NameTaken         Code = "MCP034"
	URIMismatch       Code = "MCP035"
	BadURI            Code = "MCP036"
	DuplicateServer   Code = "MCP037"
)

// Loading and writing.
const (
	LoadFailed  Code = "MCP040"
	SyntaxError Code = "MCP041"
	NotOurs     Code = "MCP042"
	Constrained Code = "MCP043"
	NothingHere Code = "MCP044"
)

// More about types.
const (
	ForeignTags Code = "MCP045"
	HiddenData  Code = "MCP046"
	// MCP047 warned of rules for the keys of a map before they were enforced.
)

// Types with code of their own.
const (
	Opaque       Code = "MCP050"
	LostFields   Code = "MCP051"
	BadType      Code = "MCP052"
	HelperFailed Code = "MCP053"
)

// Unions, and what is not the same everywhere.
const (
	BadUnion Code = "MCP055"
	Platform Code = "MCP058"
)

// Forms that users fill in.
const (
	BadForm     Code = "MCP060"
	UnknownForm Code = "MCP061"
)

// Resources.
const (
	BadListing  Code = "MCP065"
	NotOfPlace  Code = "MCP066"
	BadVariable Code = "MCP067"
)

// Completion.
const (
	UnknownCompletion  Code = "MCP070"
	DuplicateCompleter Code = "MCP071"
	BadCompleter       Code = "MCP072"
)

// What comes from elsewhere than the arguments, or travels beside them.
const (
	BadHeader       Code = "MCP075"
	BadHidden       Code = "MCP076"
	HiddenInterface Code = "MCP077"

	UnknownGroup Code = "MCP085"
)

// Values that stay on the server.
const (
	BadHandle  Code = "MCP080"
	BadKind    Code = "MCP081"
	BadOutput  Code = "MCP082"
	BadSummary Code = "MCP083"
)

// Planner lines.
const (
	OverBudget Code = "MCP090"
)

// Lookup returns the entry of a code.
func Lookup(code Code) (Entry, bool) {
	for _, e := range Catalogue {
		if e.Code == code {
			return e, true
		}
	}
	return Entry{}, false
}

// Catalogue documents every code, in order.
var Catalogue = []Entry{
	{Malformed, Error, "malformed directive",
		"The arguments of a directive are words, key=value pairs, key=\"quoted value\" or \"key=quoted value\"; quoted strings are Go strings. Close the quote or mend the escape at the column shown."},
	{UnknownName, Error, "unknown directive",
		"No directive of that name exists. The message lists the names there are and the nearest one."},
	{UnknownArgument, Error, "unknown argument",
		"The directive has no such argument. An argument that mcpgen does not serve yet is unknown too: nothing is accepted and then ignored."},
	{Repeated, Error, "repeated directive or argument",
		"A directive, or an argument that takes one value, stands twice. Keep one of them."},
	{Misplaced, Error, "misplaced directive",
		"A directive must be part of the doc comment of the declaration it is about, with no blank line in between, and that declaration must be of the right kind: tool, resource, prompt, complete and param belong to functions, methods and interface methods, field to struct fields and named types, server and type to the package clause."},
	{BadValue, Error, "bad argument value",
		"The value of an argument is missing, or not of the form that the argument takes."},
	{Contradiction, Error, "contradictory arguments",
		"Two arguments cannot both hold, such as readonly and destructive, or min above max, or required and a default."},
	{LooksLike, Warning, "comment that looks like a directive",
		"A directive is a line comment of its own, with no space after the slashes, a colon right after mcp and a name right after the colon. Everything else, such as `// mcp:tool`, `//mcp-tool` or `/*mcp:tool*/`, does nothing."},

	{NoName, Error, "parameter without a name",
		"A parameter's name is its name on the wire. Name it; mcpgen never invents names."},
	{UnknownParam, Error, "no such parameter",
		"//mcp:param names a parameter that the function does not have."},
	{BadFunc, Error, "function that cannot be offered",
		"Generic functions, methods of generic types, and functions declared inside other functions cannot be offered. Wrap it in a plain function."},
	{NoError, Error, "interface method without error",
		"A call through the generated client goes to another process and can fail. Let the method return an error last."},
	{BadResults, Error, "results that cannot be offered",
		"A tool returns nothing, one value, or several named values, and an error last. A resource returns string or []byte, a prompt returns string, mcpruntime.Message or []mcpruntime.Message, a completer returns []string. The error is of type error itself: a nil pointer to a type that implements error is not nil as an error. With an error last, other results of such types are data."},
	{MovingComment, Error, "comment that gofmt moves to another parameter",
		"In a one-line list gofmt moves a comment that stands before a parameter behind the comma to the parameter before. Write the comment after the type (city string /* city name */), put each parameter on a line of its own, or use //mcp:param NAME desc=\"...\"."},
	{LooseComment, Warning, "comment that belongs to no parameter",
		"A comment between the parentheses of a parameter list stands neither behind a parameter on its line nor directly above one, or it stands behind a parameter that has one above it, too. Move it, or it is left out."},
	{DuplicateWire, Error, "two properties of one name",
		"Two parameters of a function have the same name on the wire. Change one with name=."},
	{BadContext, Error, "context in the wrong place",
		"A context.Context is the first parameter or there is none."},
	{PartialMethods, Warning, "interface annotated in part",
		"Some methods of an annotated interface have no directive, so the generated client cannot implement the interface. Annotate the method, or split the interface."},

	{Unsupported, Error, "type that cannot travel",
		"The wire is JSON. Channels, functions, complex numbers and unsafe pointers have no JSON form; for other types the message says what is not supported yet. The path leads to the field."},
	{OwnCode, Error, "JSON or text code that is not reached",
		"The value of a map has no address, so encoding/json does not find MarshalJSON or MarshalText there when their receiver is a pointer, and writes the value by its fields instead, which is hardly meant. Let the map hold pointers, or give the method a value receiver. As the key of a map no type with JSON or text code is supported yet."},
	{TypeError, Error, "type error in an annotated declaration",
		"The signature, or a type it uses, does not compile. The text is the compiler's."},
	{Unreachable, Error, "type that generated code cannot name",
		"The type is unexported in another package, or lives in an internal or main package, so generated code cannot use it."},
	{RuleMismatch, Error, "constraint that does not fit the type",
		"min, max, exclusiveMin, exclusiveMax and multipleOf are for numbers, minLength, maxLength, pattern and format for strings, minItems, maxItems and unique for lists, enum for strings and numbers, default for booleans, numbers and strings. Scalars under the tag option string, and integers that are keys of a map, are text on the wire, for which only enum holds."},
	{BadLiteral, Error, "value that does not fit",
		"A default, an example or an enum value is not a value of the type, or breaks the constraints beside it; or a pattern means one thing to Go and another to JavaScript. Strings may be written bare, everything else is a JSON literal."},
	{FieldConflict, Warning, "fields that cancel each other out",
		"Two fields of one struct have the same JSON name at the same depth. encoding/json drops both without a word, and so does the schema. Rename one."},
	{EmbeddedPtr, Error, "embedded pointer to an unexported struct",
		"encoding/json can write such a struct but refuses to read it. Embed the struct by value, or export its type."},
	{SuspiciousDash, Warning, "field called \"-\"",
		"The tag json:\"-,\" names the field \"-\"; json:\"-\" leaves it out. If the field is meant to be hidden, drop the comma."},
	{TooMany, Error, "too many properties",
		"An object may have at most 256 properties. Group them into nested structs."},

	{DuplicateTool, Error, "two tools of one name",
		"Names of tools are unique in a package. Change one with name=."},
	{DuplicateResource, Error, "two resources of one URI",
		"A URI or template belongs to one resource."},
	{DuplicatePrompt, Error, "two prompts of one name",
		"Names of prompts are unique in a package. Change one with name=."},
	{BadToolName, Error, "name that the protocol does not allow",
		"A name has 1 to 128 characters of A-Z, a-z, 0-9, _, - and . (MCP, section Tool Names)."},
	{NameTaken, Error, "generated name already taken",
		"The package, or the folder of a separate client, declares an identifier that the generated code needs. Rename yours."},
	{URIMismatch, Error, "URI variables and parameters differ",
		"Every variable of a resource's URI template is bound to the parameter of that name, and every parameter to a variable."},
	{BadURI, Error, "URI or template that cannot be used",
		"uri= takes an absolute URI, or an RFC 6570 template whose expressions are simple variables, {var}, with text between them."},
	{DuplicateServer, Error, "two server directives",
		"A package has at most one //mcp:server."},

	{LoadFailed, Error, "package that cannot be loaded",
		"The go command cannot list the package. The text is the go command's."},
	{SyntaxError, Error, "syntax error",
		"A file of the package is not valid Go. The text is the parser's."},
	{NotOurs, Error, "file in the way",
		"A file or folder is called like one that mcpgen writes, such as mcp_gen.go, and was not written by it; or a client is to go into the folder of another package. Rename or delete what is there; mcpgen never overwrites what it did not write."},
	{Constrained, Error, "directive in a file with build constraints",
		"Generated code has no build constraints, so it cannot call a function that exists only under some. Move the annotated function into a file without constraints and let it call the constrained one."},
	{NothingHere, Warning, "no directive found",
		"None of the packages has a directive, so there is nothing to generate. Write //mcp:tool in the doc comment of a function."},

	{ForeignTags, Warning, "jsonschema tag of another module that is not kept",
		"A struct of another module has a jsonschema tag of which the schema and the decoder keep nothing or a part: the message says what does not hold. Where that matters, declare a type of your own with //mcp:field in the comments of its fields, or with tags."},
	{HiddenData, Warning, "type without anything to send",
		"All fields of the struct are unexported and it has no JSON code, so encoding/json, and mcpgen with it, makes {} of every value. A type that is defined as another one, such as type Stamp time.Time, does not inherit its methods: use time.Time itself. For other types, export fields or convert to a type that has some."},

	{Opaque, Warning, "type whose form on the wire is not known",
		"The type has JSON code of its own, so its fields do not say what it looks like on the wire. It travels, but the schema says nothing about it, and a model has to guess. Declare its form with //mcp:type on the package clause."},
	{LostFields, Warning, "fields that are never on the wire",
		"A struct that embeds a type with JSON or text code, such as time.Time, has that code itself: the embedded value is all there is on the wire, and the other fields are lost. Give the embedded field a name."},
	{BadType, Error, "type declaration that does not hold",
		"//mcp:type names a type by its import path, a dot and its name, once; the schema is a JSON Schema 2020-12 that stands alone; the functions are declared in the package with the signatures func([]byte) (T, error) and func(T) ([]byte, error). A type whose form is known already, and one that nothing leads to, needs no declaration."},
	{HelperFailed, Error, "schema method that does not run",
		"With the flag -helper, the JSONSchema method of a type without a declared form is run in a test binary of its package. It did not compile, did not end in time, or did not return a schema. Declare the form with //mcp:type instead."},
	{BadUnion, Error, "union that cannot be told apart",
		"//mcp:oneof makes a union of the structs that implement an interface with methods. Every one of them is a plain struct of the interface's package with a value of its own, and none has a member that is called like the discriminator."},
	{Platform, Warning, "declaration that differs between platforms",
		"A type in a signature, or a constant of one, is declared in a file that is built only on some systems or architectures. Generated code is the same everywhere, so it may not compile elsewhere, or offer values that are not there. Declare it in a file without constraints, or convert to a type that is."},

	{BadForm, Error, "type that cannot be a form",
		"What mcpruntime.Ask and NewForm are given is a struct whose fields are strings, numbers, booleans, choices (a named string type with constants, or enum=) and lists of choices: forms of MCP are flat and know of constraints min, max, minLength, maxLength, minItems, maxItems and the formats email, uri, date and date-time. Take the field out, or check the rest in the function; mcpruntime.AddForm gives a form by hand."},
	{UnknownForm, Warning, "question whose form is not registered",
		"The forms of a package are registered with its functions. A package that offers none, and a generic function that asks for its type parameter, leave the form unknown, and asking fails. Ask where the type is named, or give the form by hand with mcpruntime.AddForm."},
	{BadListing, Error, "listing that lists nothing readable",
		"A function that returns []mcpruntime.Resource lists the resources of a template. It has no parameters but a context, and its uri= is, character for character, the template of a function of the same package that reads them. What is to be said of each resource stands in what it returns."},
	{NotOfPlace, Error, "argument that the resource has no place for",
		"The protocol has a size for resources of a fixed URI alone; for those of a template the function that lists them can say it."},
	{BadVariable, Error, "parameter that a URI cannot carry",
		"A variable of a URI template is text: a string, a number, a boolean, a time, a type with text code, a named type of these, a pointer to one for what can be absent, or a slice of them. Objects, maps, bytes and types with JSON code have no such form."},
	{UnknownCompletion, Error, "completer of something unknown",
		"//mcp:complete names an argument of a prompt, or a variable of a resource's template, that is declared in the same package: the prompt by its name, without the server's prefix, the template exactly as its uri= has it."},
	{DuplicateCompleter, Error, "two completers of one argument",
		"An argument has one completer. Keep one, or let it call the other."},
	{BadCompleter, Error, "parameters that a completer cannot have",
		"The first parameter of a completer is a string, what has been typed so far. Every other one is another argument of what it completes, by its name on the wire, and of a type that text can be read into."},
	{BadHeader, Error, "argument that cannot be a header",
		"header= is for strings, booleans and integers within ±9007199254740991 that properties alone lead to: not for what lies in lists, maps, unions or types that contain themselves, nor for a named type wherever it is used. No two arguments of a tool have the same header, in upper or lower case. A host drops a tool that breaks one of these rules (MCP, \"Custom Headers from Tool Parameters\")."},
	{BadHidden, Error, "hidden parameter that nothing can fill",
		"hidden=principal is a string. hidden=meta.KEY is of any type that travels. hidden=NAME is of a named type, or a pointer to one, that the generated code can name. A variadic parameter is never hidden."},
	{HiddenInterface, Warning, "interface that its client cannot implement",
		"A method of an annotated interface has a hidden parameter, which is the server's to fill. The method of the generated client does not have it, so the client does not implement the interface."},

	{BadHandle, Error, "handle where none can be",
		"A mcpruntime.Handle is a parameter of a tool, or part of one, or the only result of a tool. It stands for a value that is no pointer and has no handles in it. It is no part of other results, and neither of prompts, resources, forms nor hidden parameters."},
	{BadKind, Error, "kinds of handles that cannot be told apart",
		"A kind names the handles of one type, and all of them in the package. kind= is the same wherever it is written for that type, and no other type has it."},
	{BadOutput, Error, "result that cannot be kept",
		"output=handle keeps the one value that a function returns. Content is no value, a handle is one already, and the client of an interface has to return what the interface says. kind= is for tools that answer with a handle."},
	{BadSummary, Error, "function that summarises nothing",
		"//mcp:summary stands above a function func(T) string, or a method of T without parameters that returns a string, where T is no pointer and a tool of the package answers with handles of T. A type has one."},
	{UnknownGroup, Error, "description of a group that no tool is in",
		"group.NAME of //mcp:server says what the tools of a group are for, those of its own package with group=NAME. Describe a group in a package that has tools of it."},
	{OverBudget, Error, "planner lines over the budget",
		"With --budget N, the planner lines of all tools, sentences and header included, take N tokens of o200k_base at most. mcpgen show --registry --tokens lists what each tool takes: shorter first sentences, fewer tools, and parameters that several tools have in the same order bring it down."},
}
