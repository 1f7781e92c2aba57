#!/usr/bin/env bash
# Runs every fuzz target of the repository, found by name, for FUZZTIME each
# (a minute unless it says otherwise), and fails when one has found something.
# What it found stays in the testdata of its package: mend it and commit that.
# FUZZ is a regular expression for the names of the targets to run.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/modules.sh
root=$PWD
fuzztime=${FUZZTIME:-60s}

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# fuzz runs a target, and once more when nothing was found but the go command
# says "context deadline exceeded": that is how it ends when the time is over in
# the middle of an input.
fuzz() {
	local try
	for try in 1 2; do
		go test -run "^$1\$" -fuzz "^$1\$" -fuzztime "$fuzztime" "$2" 2>&1 | tee "$log" && return
		grep -q 'context deadline exceeded' "$log" && ! grep -q 'Failing input' "$log" || return 1
	done
	return 1
}

failed=()
for dir in $(modules); do
	has_packages "$dir" || continue
	cd "$root/$dir"
	for file in $(go list -f '{{$d := .Dir}}{{range .TestGoFiles}}{{$d}}/{{.}} {{end}}{{range .XTestGoFiles}}{{$d}}/{{.}} {{end}}' ./...); do
		for target in $(sed -nE 's/^func (Fuzz[A-Za-z0-9_]+)\(.*\*testing\.F\).*/\1/p' "$file"); do
			[[ "$target" =~ ${FUZZ:-.} ]] || continue
			step "$target in $(dirname "${file#"$root"/}"), $fuzztime"
			fuzz "$target" "$(dirname "$file")" || failed+=("$target")
		done
	done
done
if ((${#failed[@]})); then
	printf 'fuzz: found something: %s\n' "${failed[*]}" >&2
	exit 1
fi
