#!/usr/bin/env bash
# Drives clients that other people wrote against the examples, and prints a line
# "e2e CLIENT SERVER TRANSPORT CALLS" for each combination. Where npm is missing
# it says which clients it left out; with CI set that is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/modules.sh

log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! go test ./scripts/e2e -run '^TestE2E$' -e2e -count 1 -timeout 15m -v >"$log" 2>&1; then
	cat "$log" >&2
	exit 1
fi
grep '^e2e' "$log"
