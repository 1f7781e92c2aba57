#!/usr/bin/env bash
# Carries out the cases of docs/tokens.md in every mode, and prints what they
# cost.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/modules.sh

go -C examples/excel run ./count
