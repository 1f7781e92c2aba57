package main

// Greet says hello to somebody.
//
//mcp:tool readonly
//mcp:param greeting default=Hello enum=Hello|Welcome|Goodbye
func Greet(
	name string, // whom to greet, such as "Ada"
	greeting string, // the first word
) string {
	return greeting + ", " + name + "!"
}
