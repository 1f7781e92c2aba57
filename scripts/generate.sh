#!/usr/bin/env bash
# Runs go generate on the examples, in every module that has some.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/modules.sh

go generate ./examples/...
for dir in $(modules); do
	[[ "$dir" != ./examples/* ]] || go -C "$dir" generate ./...
done
