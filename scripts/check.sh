#!/usr/bin/env bash
# Checks every module of the repository: format, go.mod, vet, staticcheck,
# generated files, the demo, tests, clients of other projects, the conformance
# suite. Import rules, sizes and reference pages are tests. It writes only to
# bin/ and .cache/, and asks nothing of git.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/modules.sh
root=$PWD

# race_flag prints -race when this machine can build with it: cgo is needed,
# and with it a C compiler. CI must not pass without.
race_flag() {
	local probe
	probe=$(mktemp -d)
	printf 'package main\n\nimport "C"\n\nfunc main() {}\n' >"$probe/main.go"
	if CGO_ENABLED=1 go build -race -o "$probe/probe" "$probe/main.go" 2>"$probe/why"; then
		echo -race
	elif [[ -n "${CI:-}" ]]; then
		echo "check: CI is set, and go build -race does not work here:" >&2
		cat "$probe/why" >&2
		rm -rf "$probe"
		return 1
	else
		echo "check: no race detector here, testing without" >&2
	fi
	rm -rf "$probe"
}

step "gofmt"
unformatted=$(find . -name '*.go' -not -path '*/_work/*' -not -path '*/.*/*' -not -path '*/testdata/*' -print0 |
	xargs -0 gofmt -l)
if [[ -n "$unformatted" ]]; then
	printf 'not formatted:\n%s\n' "$unformatted" >&2
	exit 1
fi

step "tools"
go build -C tools -o "$root/bin/" tool
go build -o bin/ ./cmd/mcpgen

for dir in $(modules); do
	step "$dir: go.mod"
	go -C "$dir" mod tidy -diff
	has_packages "$dir" || continue
	step "$dir: vet"
	go -C "$dir" vet ./...
	step "$dir: staticcheck"
	(cd "$dir" && "$root/bin/staticcheck" ./...)
done

step "windows: vet"
GOOS=windows go vet ./...

step "generated files"
bin/mcpgen check ./examples/... ./internal/bench ./internal/hostile
for dir in $(modules); do
	if [[ "$dir" != . && "$dir" != ./internal/corpus ]] && has_packages "$dir"; then
		(cd "$dir" && "$root/bin/mcpgen" check ./...)
	fi
done

step "demo"
scripts/demo.sh >bin/demo.log 2>&1 || { cat bin/demo.log >&2; exit 1; }

race=$(race_flag)
[[ -z "$race" ]] || export CGO_ENABLED=1
for dir in $(modules); do
	has_packages "$dir" || continue
	step "$dir: go test $race"
	go -C "$dir" test $race -skip '^TestTable$' -timeout 10m ./...
done

step "tokens" # which are many to count under the race detector
go -C examples/excel test -timeout 5m -count 1 -run '^TestTable$' -v ./tokens | grep -E '^(ok|FAIL|---|    )'

if [[ -n "$race" ]]; then
	step "load" # at its full size, which the race detector makes too slow
	go -C examples/notes test -timeout 10m -count 1 -run '^TestLoad$' -v . | grep -E 'calls of|^(ok|FAIL|---)'
fi

step "e2e"
scripts/e2e.sh

step "conformance"
scripts/conformance.sh
