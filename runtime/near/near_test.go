package near

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestName(t *testing.T) {
	words := []string{"name", "title", "desc", "min", "max", "minLength", "readonly", "openworld", "open"}
	tools := []string{"forecast", "chart", "send_mail", "cc", "x"}
	for _, c := range []struct {
		names      []string
		word, want string
	}{
		{words, "nam", "name"},
		{words, "naem", "name"},
		{words, "readOnly", "readonly"},
		{words, "raedonly", "readonly"},
		{words, "description", "desc"},
		{words, "minimum", "min"},
		{words, "minlen", "minLength"},
		{words, "openWorld", "openworld"},
		{words, "max", "max"},
		{words, "zzz", ""},
		{words, "", ""},
		{words, "n", ""},
		{tools, "forcast", "forecast"},
		{tools, "Chart", "chart"},
		{tools, "sendMail", "send_mail"},
		{tools, "send-mail", "send_mail"},
		{tools, "sned.mail", "send_mail"},
		{tools, "cb", "cc"},
		{tools, "xy", "x"},
		{tools, "y", ""}, // one letter, and another
		{tools, "__", ""},
		{tools, "weather", ""},
		{tools, "forecast", "forecast"},
		{tools, "forecast" + strings.Repeat("_", maxName), ""},
		{[]string{"größe", "Länge"}, "GRÖSE", "größe"},
		{[]string{"_", ""}, "a", ""},
		{nil, "a", ""},
	} {
		if got := Name(c.word, c.names); got != c.want {
			t.Errorf("%q is near %q, want %q", c.word, got, c.want)
		}
	}
}

// The distance is what the definition says, read literally.
func TestDistance(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		a, b := letters(random), letters(random)
		got, back, want := distance(a, b), distance(b, a), slow(a, b)
		if got != want || back != want {
			t.Fatalf("distance(%q, %q) = %d, back %d, want %d", string(a), string(b), got, back, want)
		}
	}
}

func letters(random *rand.Rand) []rune {
	list := make([]rune, random.IntN(7))
	for i := range list {
		list[i] = []rune("abß")[random.IntN(3)]
	}
	return list
}

func slow(a, b []rune) int {
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	m, n := len(a)-1, len(b)-1
	cost := slow(a[:m], b[:n])
	if a[m] != b[n] {
		cost = 1 + min(cost, slow(a[:m], b), slow(a, b[:n]))
	}
	if m > 0 && n > 0 && a[m] == b[n-1] && a[m-1] == b[n] {
		cost = min(cost, 1+slow(a[:m-1], b[:n-1]))
	}
	return cost
}
