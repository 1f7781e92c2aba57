package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

// version is "mcpgen version".
func (p *program) version(c *cli.Context) error {
	if c.Args().Present() {
		return usage("version takes no packages")
	}
	_, err := fmt.Fprintln(p.stdout, version())
	return err
}

// version names the module version that the go command recorded, which holds
// the commit for a build from a checkout, the version of Go, and the platform:
// "mcpgen v1.2.0 go1.26.8 linux/amd64".
func version() string {
	v := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	return "mcpgen " + v + " " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
}
