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

failed=()
for dir in $(modules); do
	has_packages "$dir" || continue
	cd "$root/$dir"
	for file in $(go list -f '{{$d := .Dir}}{{range .TestGoFiles}}{{$d}}/{{.}} {{end}}{{range .XTestGoFiles}}{{$d}}/{{.}} {{end}}' ./...); do
		for target in $(sed -nE 's/^func (Fuzz[A-Za-z0-9_]+)\(.*\*testing\.F\).*/\1/p' "$file"); do
			[[ "$target" =~ ${FUZZ:-.} ]] || continue
			step "$target in $(dirname "${file#"$root"/}"), $fuzztime"
			go test -run "^$target\$" -fuzz "^$target\$" -fuzztime "$fuzztime" "$(dirname "$file")" ||
				failed+=("$target")
		done
	done
done
if ((${#failed[@]})); then
	printf 'fuzz: found something: %s\n' "${failed[*]}" >&2
	exit 1
fi
