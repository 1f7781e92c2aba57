package main

// appHelp is the manual; cli/v2 executes it as a template.
const appHelp = `mcpgen turns annotated Go functions into a Model Context Protocol server.

Write //mcp:tool, //mcp:resource or //mcp:prompt in the doc comment of a
function; mcpgen writes one mcp_gen.go beside it, with schemas, decoders,
registration and a typed client.

Usage:
  mcpgen [command] [flags] [packages]

Commands:
{{- range .VisibleCommands}}{{if ne .Name "help"}}
  {{printf "%-8s" .Name}} {{.Usage}}{{end}}{{end}}
  help     explain a command: mcpgen help show

Packages are written as for go build: a folder (./weather), everything below
(./...), an import path, or a .go file for its package. The default is the
package in the current folder. Flags may stand before or after them.

Examples:
  mcpgen                              generate for this folder
  mcpgen gen -docs docs ./...         for every package, with reference pages
  mcpgen check ./...                  in CI: fail when something is out of date
  mcpgen show                         what this package offers, and where
  //go:generate go tool mcpgen        in a source file, for go generate

Exit status: 0 fine; 1 errors in the source, or files out of date; 2 wrong
usage or a failure of the system. Data goes to standard output, everything else
to standard error.

What a directive takes: https://github.com/mcpgen/mcpgen/blob/main/docs/directives.md
What a [MCP000] means:  https://github.com/mcpgen/mcpgen/blob/main/docs/findings.md
`

// commandHelp is the manual of one command; cli/v2 executes it as a template.
const commandHelp = `{{.HelpName}}: {{.Usage}}

Usage:
  {{.HelpName}}{{if .VisibleFlags}} [flags] [packages]{{end}}

{{.Description}}
{{- if .VisibleFlags}}
Flags:
{{- range .VisibleFlags}}
  {{.}}{{end}}
{{end}}`

const genHelp = `Writes mcp_gen.go into every package that has directives, and names each file
that it wrote or removed; it says nothing when everything is up to date. On an
error nothing is written. Warnings stop nothing, unless --strict is given. Files
that mcpgen did not write are never overwritten or removed.

Old output in any state, stale, half-merged, cut off, does not matter: it is
hidden while the package is read. Nor does it matter, on a first run, that your
code already calls what is yet to be generated.

With --helper, the method JSONSchema of a type whose JSON code hides its form is
run in a test binary of your package, which has to compile for that.

Examples:
  mcpgen gen                          this folder
  mcpgen gen ./... -tags=integration  everything, with a build tag
  mcpgen gen -client ./weatherclient  a client package of its own; it does not
                                      import the server
  mcpgen gen --format json ./...      findings for an editor or a bot
`

const checkHelp = `Does what gen does, but writes nothing: it prints a unified diff of what gen
would change and exits with 1. Give it the flags that gen gets.

With --budget N it is an error, too, when the planner lines of all tools take
more than N tokens (o200k_base), header and sentences included.

Examples:
  mcpgen check ./...                  in CI
  mcpgen check ./... | patch -p0      the same as gen
  mcpgen check --budget 4000 ./...    and no more than 4,000 tokens of tools
`

const showHelp = `Reads the packages and prints a table of tools, resources and prompts with the
position of each directive, or one of the forms below. It needs no generated
code and writes none.

With --registry --tokens it prints what each tool takes in a prompt, in tokens
of o200k_base: as tools/list has it (JSON), what hosts tell a model of that
(PROMPT), and as a line without and with the first sentence; then from where on
lines cost less; and at last, for each tool on average, header included,

  registry tools=N json=X signature=Y sentence=Z

With --registry --from FILE the tools are those of a tools/list result, of a
server in whatever language. What its lines leave out goes to standard error.
The tools of several packages are one registry, as in a server that has them all.

Examples:
  mcpgen show ./...                   the table
  mcpgen show --json | jq '.[].tools' the contract, as data
  mcpgen show --schema forecast       {"input": ..., "output": ...} of one tool
  mcpgen show --registry              one line a tool, as planners read them
  mcpgen show --registry --style zcp  the same in the style of the ZCP papers
  mcpgen show --registry --tokens     what they cost
  mcpgen show --registry --from -     lines for a tools/list result
`

const versionHelp = `Prints the version of mcpgen, of Go, and the platform.
`
