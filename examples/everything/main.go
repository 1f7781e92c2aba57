// Command everything is a server with everything that mcpgen has, and the one
// that the conformance suite of the Model Context Protocol is pointed at.
package main

import (
	"github.com/mcpgen/mcpgen/examples/everything/suite"
	"github.com/mcpgen/mcpgen/examples/everything/tour"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

func main() { mcpruntime.Main(newServer()) }

// newServer puts the server together. Its name and title are those of the tour.
func newServer() *mcpruntime.Server {
	srv := tour.NewMCPServer(options()...)
	tour.RegisterMCP(srv)
	tour.RegisterObservatoryMCP(srv, &tour.Observatory{Changed: srv.ResourceUpdated})
	suite.RegisterMCP(srv)
	suite.RegisterListsMCP(srv, &suite.Lists{Server: srv})
	suite.AddByHand(srv)
	return srv
}
