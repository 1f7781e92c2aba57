#!/usr/bin/env bash
# Runs the benchmarks and ends with their lines "ratio CASE PEER VALUE", both
# sides measured in the same run. For decode-... and encode-... VALUE is how many
# times as long PEER takes as generated code does; for gen-... and
# program it is how long generating, or a call in a program, takes in times of PEER.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/modules.sh

log=$(mktemp)
trap 'rm -f "$log"' EXIT
# One package after the other: two at once would disturb each other.
go test -p 1 -run '^$' -bench . -timeout 20m ./... | tee "$log"
echo
# What a user's program gets from us, as "deps PACKAGE COUNT" and "size BINARY BYTES".
go test -count 1 -v -run '^TestWeight$' ./internal/house | grep -E '^(deps|size) '
echo
# The testing package may have begun a line of its own. A benchmark that ran
# several times counts with its last line.
grep -oE 'ratio [^ ]+ [^ ]+ [0-9.]+' "$log" |
	awk '{ key = $2 " " $3; if (!(key in last)) order[++n] = key; last[key] = $0 }
		END { for (i = 1; i <= n; i++) print last[order[i]]; exit n == 0 }' ||
	{ echo "bench: no benchmark printed a ratio" >&2; exit 1; }
