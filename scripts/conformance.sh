#!/usr/bin/env bash
# Runs the official conformance suite of the protocol against the server and the
# client of examples/everything, and prints lines "conformance ROLE REVISION
# PASSED/TOTAL" over what the suite scores. Where npm is missing it says what it
# left out; with CI set that is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/modules.sh

log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! go test ./scripts/e2e -run '^TestConformance$' -conformance -count 1 -timeout 20m -v >"$log" 2>&1; then
	cat "$log" >&2
	exit 1
fi
grep '^conformance' "$log"
