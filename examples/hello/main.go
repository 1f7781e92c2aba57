// Command hello is a server with one tool, the one that the README shows.
package main

import mcpruntime "github.com/mcpgen/mcpgen/runtime"

//go:generate go tool mcpgen

func main() {
	srv := mcpruntime.NewServer("hello", "1.0.0")
	RegisterMCP(srv)
	mcpruntime.Main(srv)
}
