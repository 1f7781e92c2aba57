//go:build race

package handle

// raceEnabled: tests that count on speed or memory do less.
const raceEnabled = true
