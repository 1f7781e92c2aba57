//go:build !race

package main

// loadCalls is how many calls TestLoad makes.
const loadCalls = 20_000
