package parser

import (
	"testing"
)

// Every case of testdata/findings is a package; the findings under "-- want --"
// are complete and in order, with the related places indented below them.
func TestFindings(t *testing.T) {
	sources := readCases(t, "testdata/findings")
	for name, p := range parseAll(t, sources) {
		t.Run(name, func(t *testing.T) {
			if got, want := p.lines(), sections(sources[name])["want"]; got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}
