# shellcheck shell=bash
# Sourced by the other scripts, from the root of the repository.

# A go.work above the checkout must not change what is built.
export GOWORK=off

# modules prints the directory of every module of the repository, the root
# first.
modules() {
	echo .
	find . -mindepth 2 -name go.mod \
		-not -path '*/_*' -not -path '*/.*/*' -not -path '*/testdata/*' |
		sort | sed 's|/go\.mod$||'
}

# has_packages says whether the module in directory $1 has Go packages; the
# tools module has none.
has_packages() { [[ -n "$(go -C "$1" list -e ./... 2>/dev/null)" ]]; }

# step announces the part of a check that follows.
step() { printf '== %s\n' "$*"; }
