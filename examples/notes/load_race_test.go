//go:build race

package main

// loadCalls is smaller here: the race detector makes SQLite, which is Go too,
// some twenty times slower. scripts/check.sh runs the test without it as well.
const loadCalls = 2_000
