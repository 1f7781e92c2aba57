package pattern

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestCommon(t *testing.T) {
	for text, want := range map[string]string{
		`^[a-z]+$`:             `^[a-z]+$`,
		`a`:                    `a`,
		`^\d{3}-\w+(?:x|y)*?$`: `^\d{3}-\w+(?:x|y)*?$`,
		`a.b`:                  "a[^\\n\\r\u2028\u2029]b",
		`[.]`:                  `[.]`,
		`\u0041\x42\x{43}\u{1f600}\u005e\x0a\u002d`: `AB` + "C\U0001f600" + `\^\x0a\x2d`,
		`[\u0041-\x5a]`:      `[A-Z]`,
		`\@\-\"x\/`:          `@-"x\/`,
		`[\-a\]\[]`:          `[\-a\]\[]`,
		`[-a][a-][^-a]`:      `[-a][a-][^-a]`,
		`(a)(?:b|)\bc`:       `(a)(?:b|)\bc`,
		`\p{Lu}\P{L}[\p{N}]`: `\p{Lu}\P{L}[\p{N}]`,
		`日本{2}`:              `日本{2}`,
		`[$(){}|*+?^]`:       `[$(){}|*+?^]`,
	} {
		if got, err := Common(text); got != want || err != nil {
			t.Errorf("%s: %q %v, want %q", text, got, err, want)
		}
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		`\s`: `write [ \t\n\r], or what else there may be`, `[\S]`: `write [^ \t\n\r], or what else there may not be`,
		`(?i)a`: "write both cases, as in [Aa]", `(?m)^a`: "write (?:...)", `(?s:.)`: "write (?:...)",
		`(?=a)`: "use two constraints, or check it in the function", `(?<!a)b`: "use two constraints, or check it in the function",
		`(?P<n>a)`: "write (?:...)", `(?<n>a)`: "write (?:...)",
		`\Aa`: "write ^", `a\z`: "write $", `\1`: "write out what is to come again", `\k<n>`: "Go has no references to groups",
		`\Qa`: "escape the characters one by one", `\0`: `write \x00`, `a\B`: "write which characters may stand there", `\cA`: `write its code, such as \x01`, `\a`: `write \x07`,
		`\é`: "write the character without the backslash", `\_`: "write the character without the backslash", `\y`: "write the character without the backslash",
		`\pL`: `write a general category such as \p{L} or \p{Lu}, or the ranges`, `\p{Greek}`: `write a general category such as \p{L} or \p{Lu}, or the ranges`,
		`\p{Script=Greek}`: `write a general category such as \p{L} or \p{Lu}, or the ranges`, `\p{^L}`: `write a general category such as \p{L} or \p{Lu}, or the ranges`,
		`\p{Cn}`: `write a general category such as \p{L} or \p{Lu}, or the ranges`,
		`\ud800`: "write the character itself", `\u12`: "write the character itself", `\x`: "write the character itself", `\u{110000}`: "write the character itself", `\u{41`: "write the character itself",
		`[[:alpha:]]`: `for the character write \[, and for classes such as [:alpha:] the ranges`, `[]a]`: `for the character write \]`, `[^]`: `for the character write \]`,
		`[\b]`: `for the backspace write \x08`, `[a-z-9]`: `write \-`, `[\d-z]`: `write \- for the character`, `[a-\w]`: `write \- for the character`,
		`[a`: "close it with ]", `(a`: "close it with )", `a)`: `for the character write \)`, `a\`: `for the character write \\`,
		`a]`: `write \]`, `a}`: `write \}`, `{`: `for the character write \{`, `a{,3}`: `for the character write \{`, `a{01}`: `for the character write \{`, `a{2`: `for the character write \{`,
		`*a`: `for the character write \*`, `a|+`: `for the character write \+`, `(?`: "write (?:...)", `(?:*)`: `for the character write \*`,
		`^*`: "leave it out", `\b+`: "leave it out", `a**`: "put what is repeated into (?:...)", `a*+`: "put what is repeated into (?:...)", `a{2}{3}`: "put what is repeated into (?:...)",
		`[z-a]`: "", `a{1001}`: "", `a{3,2}`: "", "\xff": "",
	} {
		got, err := Common(text)
		var refused *Error
		if !errors.As(err, &refused) || got != "" || refused.Hint != want || refused.Msg == "" {
			t.Errorf("%s: %q %#v, want the hint %q", text, got, err, want)
		}
	}
}

// pieces are what random patterns are made of; most are fine on their own.
var pieces = []string{
	"a", "b", "é", "K", "ſ", "\U0001f600", "-", ",", "9", " ", "\n", "\r", ".", "^", "$", "|", "(", ")", "(?:", "(?i)", "(?=", "*", "+", "?", "{2}", "{0,1}", "{1,}", "{", "}", "[", "[^", "]",
	`\d`, `\D`, `\w`, `\W`, `\s`, `\b`, `\B`, `\n`, `\r`, `\v`, `\/`, `\-`, `\.`, `\]`, `\[`, `\@`, `\x41`, `\u0061`, `\u{1F600}`, `\p{L}`, `\P{Lu}`, `\p{Nd}`, `\p{Zs}`, `\0`, `\1`,
	"[a-c]", "[^a]", `[\d-]`, `[\w.]`, `[^\W_]`, "(a|b)", "(?:ab)*", "(a|)+", "a-", "[-a]", `[+--]`, "{01}", "[a-", "b]", `[\p{L}\d]`,
}

var subjects = []string{
	"", "a", "b", "ab", "ba", "aab", "A", "é", "K", "K", "ſ", "s", "\U0001f600", "\U0001f600a", "9", "٣", "-", "a-b", ",", " ", "\u00a0", "\n", "\r", "\u2028", "\v", "a\nb",
	"a\n", "_", "a b", "[", "]", "/", "@", ".", "{", "日", "a\U0001f600b", "\ufeff", "aaab", "ab9", "+",
}

type trial struct {
	Original string
	Common   string
	Subjects []string
}

type verdict struct {
	Original, Common []bool // nil where JavaScript takes it for a mistake
}

const judge = `
const test = (source, subjects) => {
  let re
  try { re = new RegExp(source, 'u') } catch { return null }
  return subjects.map((s) => re.test(s))
}
let text = ''
process.stdin.on('data', (d) => { text += d })
process.stdin.on('end', () => {
  const trials = JSON.parse(text)
  console.log(JSON.stringify(trials.map((t) => ({ Original: test(t.Original, t.Subjects), Common: test(t.Common, t.Subjects) }))))
})
`

// What passes means the same to Go and to JavaScript; and where JavaScript
// takes the text as it was written, it means that.
func TestLikeJavaScript(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node here")
	}
	trials := randomTrials()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	in, err := json.Marshal(trials)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, node, "-e", judge)
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var verdicts []verdict
	if err := json.Unmarshal(out, &verdicts); err != nil || len(verdicts) != len(trials) {
		t.Fatal(err, len(verdicts))
	}
	matches := 0
	for i, v := range verdicts {
		tr := trials[i]
		re := regexp.MustCompile(tr.Common)
		if v.Common == nil {
			t.Errorf("%q from %q is a mistake in JavaScript", tr.Common, tr.Original)
			continue
		}
		for j, s := range tr.Subjects {
			got := re.MatchString(s)
			if got {
				matches++
			}
			if got != v.Common[j] || v.Original != nil && got != v.Original[j] {
				t.Errorf("%q from %q on %q: Go %v, JavaScript %v, as written %v", tr.Common, tr.Original, s, got, v.Common[j], v.Original)
			}
		}
	}
	if len(trials) < 1000 || matches < 1000 {
		t.Errorf("only %d patterns and %d matches: the test shows little", len(trials), matches)
	}
}

func randomTrials() []trial {
	random := rand.New(rand.NewPCG(7, 7))
	var trials []trial
	for range 20000 {
		var b strings.Builder
		for range 1 + random.IntN(6) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		if common, err := Common(b.String()); err == nil {
			trials = append(trials, trial{b.String(), common, subjects})
		}
	}
	return trials
}

// No text makes it panic, and what passes means the same once more: it passes
// again, and stays as it is from then on.
func FuzzCommon(f *testing.F) {
	for _, p := range pieces {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, text string) {
		common, err := Common(text)
		if err != nil {
			return
		}
		again, err := Common(common)
		if err != nil {
			t.Fatalf("%q became %q, and that is refused: %v", text, common, err)
		}
		if last, err := Common(again); err != nil || last != again {
			t.Errorf("%q became %q, that %q, and that %q %v", text, common, again, last, err)
		}
	})
}
