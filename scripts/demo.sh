#!/usr/bin/env bash
# From an annotated function to an answer over MCP: takes the source of
# examples/hello alone into a scratch folder, generates, builds, and calls a
# tool as an MCP client does, over the standard streams of the built server.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/modules.sh
root=$PWD

tool=greet
arguments='{"name":"Ada","greeting":"Welcome"}'

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# title TEXT: a heading for what follows.
title() { printf '\n\033[1m%s\033[0m\n' "$*"; }
[[ -t 1 ]] || title() { printf '\n== %s\n' "$*"; }

go build -o "$scratch/mcpcall" ./scripts/mcpcall

hello=$scratch/hello
mkdir "$hello"
for file in examples/hello/*.go; do
	case $file in
	*/mcp_gen.go | *_test.go) ;;
	*) cp "$file" "$hello/" ;;
	esac
done
cp go.sum "$hello/" # a head start for go mod tidy, which drops what is not used
cd "$hello"
cat >go.mod <<MOD
module example.com/hello

go $(go -C "$root" list -m -f '{{.GoVersion}}')

tool github.com/mcpgen/mcpgen/cmd/mcpgen

require github.com/mcpgen/mcpgen v0.0.0

replace github.com/mcpgen/mcpgen => "$root"
MOD

title "The source: hello.go"
cat hello.go

title "go mod tidy && go generate && go build"
go mod tidy
go generate ./...
go build -o "$scratch/server" .
wc -l mcp_gen.go

title "The schema: mcpgen show --schema $tool"
go tool mcpgen show --schema "$tool"

title "The registry line: mcpgen show --registry"
go tool mcpgen show --registry

title "The answer to a call over MCP: $tool $arguments"
"$scratch/mcpcall" "$tool" "$arguments" "$scratch/server"
