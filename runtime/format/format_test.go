package format_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mcpgen/mcpgen/runtime/format"
)

// What the RFCs say, as their grammars say it. Calendars, leap seconds, IPv6
// and lengths are no matter of a grammar.
const (
	fullDate = `\d{4}-\d\d-\d\d`
	fullTime = `\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)`
	octet    = `(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])`
	dotQuad  = octet + `(\.` + octet + `){3}`
	label    = `[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?`
	name     = label + `(\.` + label + `)*`
	atom     = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
	quoted   = `"([ !#-\[\]-~]|\\[ -~])*"`
	brackets = `\[(` + dotQuad + `|IPv6:[0-9A-Fa-f:.]+)\]`
	escaped  = `%[0-9A-Fa-f]{2}`
	pchar    = `([A-Za-z0-9._~!$&'()*+,;=:@-]|` + escaped + `)`
	regName  = `([A-Za-z0-9._~!$&'()*+,;=-]|` + escaped + `)*`
	userInfo = `([A-Za-z0-9._~!$&'()*+,;=:-]|` + escaped + `)*`
	literal  = `\[([0-9A-Fa-f:.]+|[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+)\]`
	rooted   = `(/` + pchar + `*)*`
	path     = `(//(` + userInfo + `@)?(` + literal + `|` + regName + `)(:\d*)?` + rooted + `|/(` + pchar + `+` + rooted + `)?|` + pchar + `+` + rooted + `|)`
	more     = `([?](` + pchar + `|[/?])*)?(#(` + pchar + `|[/?])*)?`
	clock    = `T(\d+H(\d+M(\d+S)?)?|\d+M(\d+S)?|\d+S)`
	calendar = `(\d+Y(\d+M(\d+D)?)?|\d+M(\d+D)?|\d+D)`
)

var grammars = map[format.Format]*regexp.Regexp{
	format.DateTime: whole(fullDate + `[Tt]` + fullTime),
	format.Date:     whole(fullDate),
	format.Time:     whole(fullTime),
	format.Email:    whole(`(` + atom + `(\.` + atom + `)*|` + quoted + `)@(` + name + `|` + brackets + `)`),
	format.URI:      whole(`[A-Za-z][A-Za-z0-9+.-]*:` + path + more),
	format.UUID:     whole(`[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}`),
	format.IPv4:     whole(dotQuad),
	format.IPv6:     whole(`[0-9A-Fa-f:]+(:` + dotQuad + `)?`),
	format.Hostname: whole(name),
	format.Duration: whole(`P((` + calendar + `)?` + clock + `|` + calendar + `|\d+W)`),
}

func whole(expr string) *regexp.Regexp { return regexp.MustCompile(`^(?:` + expr + `)$`) }

// inGrammar reports whether the grammar is all that there is to the format.
func inGrammar(f format.Format) bool {
	return f == format.UUID || f == format.IPv4 || f == format.Duration
}

// lax says for which strings the validator accepts what the RFC refuses, and
// strict the reverse. Everywhere else the two agree.
var lax = map[format.Format]func(s string) bool{
	// It takes the digits of hours, minutes and seconds for integers with signs.
	format.DateTime: func(s string) bool { return !grammars[format.DateTime].MatchString(s) },
	format.Time:     func(s string) bool { return !grammars[format.Time].MatchString(s) },
	// It does not mind an empty local part, a dot behind the domain, and any
	// character between quotes. (Addresses in brackets it judges like ipv4.)
	format.Email: func(s string) bool {
		return strings.HasPrefix(s, "@") || strings.HasSuffix(s, ".") || strings.HasPrefix(s, `"`) || signed(s)
	},
	format.Hostname: func(s string) bool { return strings.HasSuffix(s, ".") },
	// It takes the numbers for integers with signs.
	format.IPv4: signed,
	// It goes by net/url, which decodes what it can.
	format.URI: func(s string) bool { return !grammars[format.URI].MatchString(s) },
	// It lets units be left out in between: PT1H5S.
	format.Duration: func(s string) bool { return !grammars[format.Duration].MatchString(s) },
}

var strict = map[format.Format]func(s string) bool{
	// It knows no quoted pairs.
	format.Email: func(s string) bool { return strings.Contains(s, `\`) },
	// net/url knows neither IPvFuture nor escapes in a host, and wants a slash
	// before a colon in the first segment, or what it takes for one.
	format.URI: func(s string) bool {
		return strings.Contains(s, "//") && strings.ContainsAny(s, "[%") || strings.Contains(s, "%")
	},
}

func signed(s string) bool { return strings.ContainsAny(s, "+-") }

// judge returns the verdict of an independent validator.
func judge(f format.Format) func(string) bool {
	if f == format.GoDuration {
		return func(s string) bool { _, err := time.ParseDuration(s); return err == nil }
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	if err := c.AddResource("mem:format", map[string]any{"format": string(f)}); err != nil {
		panic(err)
	}
	s := c.MustCompile("mem:format")
	return func(text string) bool { return s.Validate(text) == nil }
}

// The examples say which strings are of a format and which are not.
var examples = map[format.Format]struct{ good, bad []string }{
	format.DateTime: {
		[]string{"2006-01-02T15:04:05Z", "2006-01-02t15:04:05.123456789+23:59", "1990-12-31T15:59:60-08:00", "2000-02-29T00:00:00z", "0000-01-01T00:00:00Z", "2016-12-31T23:59:60Z"},
		[]string{"", "2006-01-02", "2006-01-02 15:04:05Z", "2006-01-02T15:04:05", "2006-13-02T15:04:05Z", "1900-02-29T00:00:00Z", "2006-01-02T24:00:00Z", "2006-01-02T15:04:60Z", "2006-01-02T15:04:05,5Z", "2006-01-02T15:04:05.Z", "2006-01-02T15:04:05+24:00", "2006-01-02T15:04:05+0100", "2006-01-02T+5:04:05Z", "２006-01-02T15:04:05Z"},
	},
	format.Date: {
		[]string{"2006-01-02", "2024-02-29", "9999-12-31"},
		[]string{"", "2023-02-29", "2023-04-31", "2023-00-01", "2023-01-00", "23-01-01", "2023-1-1", "2023/01/01", "2023-01-01Z", "-023-01-01"},
	},
	format.Time: {
		[]string{"15:04:05Z", "00:00:00.5-00:00", "23:59:60z", "00:29:60+00:30", "22:29:60-01:30"},
		[]string{"", "15:04:05", "15:04Z", "24:00:00Z", "15:60:00Z", "15:04:61Z", "22:59:60Z", "15:04:05+1:00", "15:04:05.Z", "+5:04:05Z", "15:04:05 Z"},
	},
	format.Email: {
		[]string{"ada@example.com", "a.b+c@x", `"a b"@example.com`, `"a\"b"@example.com`, "joe@[127.0.0.1]", "joe@[IPv6:::1]", strings.Repeat("a", 64) + "@x.org"},
		[]string{"", "x", "@example.com", "a@", "a@b@c", ".a@x", "a.@x", "a..b@x", "a b@x", "é@x", "a@-x", "a@x.", "a@[1.2.3]", "a@[IPv6:1]", "a@[::1]", `"a"b"@x`, `"a@x`, `"a\"@x`, "\"\n\"@x", strings.Repeat("a", 65) + "@x"},
	},
	format.URI: {
		[]string{"http://example.com", "HTTPS://u:p@example.com:8080/a/b?q=1&r=/?#f", "mailto:ada@example.com", "urn:isbn:0451450523", "file:///etc/passwd", "tel:+1-816-555-1212", "http://[2001:db8::7]/c", "http://[v7.a:b]/", "a:", "http://h:/", "http://%41/%7E", "ldap://x/c=GB?one?two"},
		[]string{"", "example.com", "/path", "//host/path", "://x", "1a:b", "http://a b", "http://a/b c", "http://a/ä", "http://a/%4", "http://a:b/", "http://[::1", "http://[1.2.3.4]/", "http://[fe80::1%25en0]/", "http://a/#b#c", `http://a/\`, "http://a/<b>", "http://a@b@c/", "http://[::1]x/", "http://[v7.]/", "http://[v.a]/"},
	},
	format.UUID: {
		[]string{"123e4567-e89b-12d3-a456-426614174000", "00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"},
		[]string{"", "123e4567e89b12d3a456426614174000", "{123e4567-e89b-12d3-a456-426614174000}", "123e4567-e89b-12d3-a456-42661417400g", "123e4567-e89b-12d3-a4564-26614174000"},
	},
	format.IPv4: {
		[]string{"0.0.0.0", "255.255.255.255", "192.0.2.1"},
		[]string{"", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.-4", "+1.2.3.4", "1.2.3.4 ", "::1", "1..2.3", "٠.0.0.0"},
	},
	format.IPv6: {
		[]string{"::", "::1", "2001:db8::8a2e:370:7334", "::ffff:192.0.2.1", "1:2:3:4:5:6:7:8", "FE80::1"},
		[]string{"", "1.2.3.4", ":", ":::", "1::2::3", "fe80::1%eth0", "12345::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "::ffff:01.2.3.4", "[::1]"},
	},
	format.Hostname: {
		[]string{"example.com", "localhost", "a-b.c", "1and1.com", "xn--nw2a.xn--j6w193g", strings.Repeat("a", 63) + ".org"},
		[]string{"", ".", "a.", ".a", "a..b", "-a", "a-", "a_b", "a b", "日本", strings.Repeat("a", 64), strings.Repeat("a.", 127) + "aa"},
	},
	format.Duration: {
		[]string{"P1D", "P3Y6M4DT12H30M5S", "PT36H", "P1W", "P0D", "P1M", "PT1M", "P1YT1S", "PT1H0M5S", "P010W"},
		[]string{"", "P", "PT", "P1", "P1DT", "1D", "p1d", "P1Y2W", "P1D2Y", "P1Y1D", "PT1H5S", "PT0.5S", "-P1D", "P1S", "PT1D", "P1D1D", "P1DT1HT1M"},
	},
	format.GoDuration: {
		[]string{"1h30m", "0", "-1.5h", "+5s", ".5s", "100µs", "2562047h"},
		[]string{"", "1", "1d", "h", "1 h", "PT1H", "9999999h", "1e3s"},
	},
}

func TestExamples(t *testing.T) {
	for _, f := range format.All() {
		e := examples[f]
		if len(e.good) == 0 || len(e.bad) == 0 || f.Noun() == "" {
			t.Errorf("%s lacks examples or a noun", f)
		}
		for _, s := range e.good {
			if !f.Match(s) {
				t.Errorf("%q is no %s", s, f)
			}
		}
		for _, s := range e.bad {
			if f.Match(s) {
				t.Errorf("%q is a %s", s, f)
			}
		}
	}
	if none := format.Format("regex"); none.Match("a") || none.Match("") || none.Noun() != "" {
		t.Error("a format that does not exist matches")
	}
}

func TestNothingIsAllocated(t *testing.T) {
	for _, f := range format.All() {
		for _, s := range examples[f].good {
			if n := testing.AllocsPerRun(10, func() { f.Match(s) }); n > 0 {
				t.Errorf("%s of %q: %v allocations", f, s, n)
			}
		}
	}
}

// Two judges that know nothing of each other: the grammar of the RFC, and the
// validator that the tests of schemas use.
func FuzzLikeTheValidator(f *testing.F) {
	judges := map[format.Format]func(string) bool{}
	for _, name := range format.All() {
		judges[name] = judge(name)
		for _, s := range append(examples[name].good, examples[name].bad...) {
			f.Add(s)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		for name, judge := range judges {
			got, want := name.Match(s), judge(s)
			excuse := strict[name]
			if want {
				excuse = lax[name]
			}
			if got != want && (excuse == nil || !excuse(s)) {
				t.Errorf("%s of %q: %v, the validator says %v", name, s, got, want)
			}
			grammar := grammars[name]
			if grammar == nil {
				continue
			}
			if in := grammar.MatchString(s); got && !in || in && !got && inGrammar(name) {
				t.Errorf("%s of %q: %v, the grammar says %v", name, s, got, in)
			}
		}
	})
}
