// Package program reads, checks and runs the programs with which models call
// tools: one call a line, whose arguments are JSON, handles, or references to
// the results of calls above.
//
//	a: forecast city="Oslo" days=5
//	b: chart rows=$a title="Next days"
//	c: notify user=$b.owner.id
//
// [Parse] reads the text, [Program.Check] judges what could be read by the
// signatures of the tools and reports everything before anything runs, and [Program.Run] has a [Host] make the calls.
// Every result, failure and call that was not made is one line of the [Report].
//
// The grammar, with blanks only where shown:
//
//	program   = { line } .
//	line      = [ blank ] [ ( call | command ) [ blank [ comment ] ] | ( "#" | "//" ) text ] newline .
//	call      = label [ blank ] ":" [ blank ] tool { blank name "=" value } .
//	command   = "help" [ blank name { ( blank | "," ) [ blank ] name } ] | "find" blank text .
//	value     = JSON, whose values may be references and handles .
//	reference = "$" label { "." ( index | member | string ) } .
//	handle    = "#" id .
//	comment   = "#" [ blank text ] | "//" text .
//	label     = ( letter | digit | "_" ) { letter | digit | "_" | "-" } .
//	tool      = name .
//	name      = word | string .
//	word      = ( letter | "_" | "$" ) { letter | digit | "_" | "$" | "." | "/" | "-" } .
//	index     = digit { digit } .
//	member    = ( letter | "_" ) { letter | digit | "_" | "-" } .
//	id        = ( letter | digit | "_" | "-" ) { letter | digit | "_" | "-" } .
//
// Letters are ASCII, strings are JSON's, blanks are spaces and tabs, and a
// newline may be CRLF. A word and a colon begin a call, also when the word is
// help or find. Between brackets of a value a newline is a blank. A #
// behind a call begins a comment when a blank or the end of the line follows; at
// the beginning of a line it always does. Lines of code fences (``` with at most
// a word) are passed over. Inside strings $ and # mean nothing.
//
// The package knows nothing of servers and transports.
package program
