#!/usr/bin/env bash
# Runs mcpgen against all exported structs of some widely used modules; see
# internal/corpus. It ends with the lines "corpus MODULE carried N of M opaque K
# findings F" and "corpus-size MODULE ...", and fails when a table in
# internal/corpus/testdata does not hold any more or too few structs are carried.
# Arguments go to the test: -update writes the tables, -only NAME takes one
# library.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/modules.sh

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
go -C internal/corpus test -count 1 -timeout 30m -v -run '^TestCorpus$' . -full "$@" | tee "$log" || status=$?
echo
grep -E '^corpus(-[a-z]+)? ' "$log" || { echo "corpus: no library came to its end" >&2; status=1; }
exit "$status"
