// Command everything is a server with everything that mcpgen has, and the one
// that the conformance suite of the Model Context Protocol is pointed at.
package main

import (
	"github.com/mcpgen/mcpgen/examples/everything/suite"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

func main() {
	srv := mcpruntime.NewServer("everything", "1.0.0")
	suite.RegisterMCP(srv)
	suite.AddByHand(srv)
	mcpruntime.Main(srv)
}
