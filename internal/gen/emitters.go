package gen

import (
	"github.com/mcpgen/mcpgen/emit"
	"github.com/mcpgen/mcpgen/emit/client"
	"github.com/mcpgen/mcpgen/emit/docs"
	"github.com/mcpgen/mcpgen/emit/server"
)

// emitters lists what a configuration asks for.
func emitters(cfg Config, folder *clientFolder) []emit.Emitter {
	list := []emit.Emitter{server.New()}
	if folder != nil {
		list = append(list, client.New(cfg.ClientDir, folder.name, folder.scope))
	}
	if cfg.DocsDir != "" {
		list = append(list, docs.New(cfg.DocsDir))
	}
	return list
}
