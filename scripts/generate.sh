#!/usr/bin/env bash
# Runs go generate on the examples, in every module that has some, and on the
# code that the benchmarks measure and that hostile documents are for.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/modules.sh

go generate ./examples/... ./internal/bench ./internal/hostile
for dir in $(modules); do
	[[ "$dir" != ./examples/* ]] || go -C "$dir" generate ./...
done
