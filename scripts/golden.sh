#!/usr/bin/env bash
# Rewrites expected outputs and reference pages: runs the tests of every
# package that defines the flag -update. docs/findings.md quotes the goldens,
# so its package comes last. The tables of internal/corpus have scripts/corpus.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/modules.sh

packages=$(grep -rlE --include='*_test.go' 'flag\.Bool(Var)?\((&[a-zA-Z]+, )?"update"' . |
	grep -v -e '/_work/' -e '^./internal/corpus/' | xargs -n1 dirname | sort -u | grep -vx './internal/diag')
go test -timeout 10m $packages -update
go test -timeout 10m ./internal/diag -update
