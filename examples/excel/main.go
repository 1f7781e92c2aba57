// Command excel is a server of the Excel workbooks in a folder.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/mcpgen/mcpgen/examples/excel/excel"
	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

func main() {
	root, rest, err := takeRoot(os.Args[1:], os.Getenv("EXCEL_ROOT"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Args = append(os.Args[:1], rest...)
	mcpruntime.MainFunc(func(context.Context) (*mcpruntime.Server, error) {
		files, err := excel.Open(root)
		if err != nil {
			return nil, err
		}
		return excel.NewServer(files, mcpruntime.WithClose(files.Close)), nil
	})
}

// takeRoot takes -root FOLDER from the beginning of a command line, whose rest
// is for the runtime. Without it the folder is the one given, or else the
// current one.
func takeRoot(args []string, otherwise string) (root string, rest []string, err error) {
	if len(args) > 0 {
		name, value, inOne := strings.Cut(args[0], "=")
		if name == "-root" || name == "--root" {
			rest = args[1:]
			if !inOne && len(rest) > 0 {
				value, rest = rest[0], rest[1:]
			}
			if value == "" {
				return "", nil, fmt.Errorf("usage: [-root FOLDER] [-http ADDR | -list | -call TOOL [JSON]]")
			}
			return value, rest, nil
		}
	}
	if otherwise == "" {
		otherwise = "."
	}
	return otherwise, args, nil
}
