package suggest

import "testing"

func TestNearest(t *testing.T) {
	words := []string{"name", "title", "desc", "min", "max", "minLength", "readonly", "openworld", "open"}
	for word, want := range map[string]string{
		"nam":         "name",
		"naem":        "name",
		"readOnly":    "readonly",
		"raedonly":    "readonly",
		"description": "desc",
		"minimum":     "min",
		"minlen":      "minLength",
		"openWorld":   "openworld",
		"max":         "max",
		"zzz":         "",
		"":            "",
		"n":           "",
	} {
		if got := Nearest(word, words); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
	if got := Nearest("a", nil); got != "" {
		t.Errorf("Nearest without candidates = %q", got)
	}
}

func TestDistanceIsSymmetric(t *testing.T) {
	words := []string{"", "a", "ab", "ba", "abc", "acb", "tool", "tol", "größe", "grösse"}
	for _, a := range words {
		for _, b := range words {
			there, back := distance([]rune(a), []rune(b)), distance([]rune(b), []rune(a))
			if there != back || (there == 0) != (a == b) {
				t.Errorf("distance(%q, %q) = %d, back %d", a, b, there, back)
			}
		}
	}
}
