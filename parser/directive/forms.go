package directive

import (
	"mime"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// form is what the value of an argument looks like.
type form struct {
	// doc explains the placeholder on the reference page.
	doc string
	// want completes "it takes ..." for values that ok refuses.
	want string
	ok   func(string) bool
}

// check returns what the value should have been, "" when it is fine.
func (f form) check(value string) string {
	if f.ok(value) {
		return ""
	}
	return f.want
}

// forms holds the placeholders that definitions use. Every form but VALUE
// refuses the empty text, which could only say what leaving the argument out
// says.
var forms = map[string]form{
	"NAME":   {"one word", "one word without spaces", func(s string) bool { return s != "" && len(strings.Fields(s)) == 1 && s == strings.TrimSpace(s) }},
	"TEXT":   {"any text that is not empty", "a text that is not empty", func(s string) bool { return strings.TrimSpace(s) != "" }},
	"VALUE":  {"any text", "any text", func(string) bool { return true }},
	"VALUES": {"values separated by `|`, none of them empty", "a list such as a|b", validValues},
	"NUMBER": {"a JSON number", "a JSON number", validNumber},
	"COUNT":  {"an integer from 0 to 2147483647", "an integer from 0 to 2147483647", validCount},
	"URL":    {"an `https:`, `http:` or `data:` URL", "an https:, http: or data: URL", validURL},
	"URI":    {"a URI or URI template", "a URI", func(s string) bool { return s != "" && !strings.ContainsAny(s, " \t") }},
	"MIME":   {"a MIME type such as `text/plain`", "a MIME type such as text/plain", validMIME},
}

var jsonNumber = regexp.MustCompile(`^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$`)

// validNumber accepts what JSON allows and a float64 can be compared with.
func validNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil && jsonNumber.MatchString(s)
}

func validCount(s string) bool {
	n, err := strconv.ParseInt(s, 10, 32)
	return err == nil && strconv.FormatInt(n, 10) == s && n >= 0
}

// Count returns the value of a COUNT argument; nil when it is not set.
func (t Text) Count() *int {
	n, err := strconv.Atoi(t.Value)
	if !t.Set || err != nil {
		return nil
	}
	return &n
}

func validValues(s string) bool {
	for value := range strings.SplitSeq(s, "|") {
		if value == "" {
			return false
		}
	}
	return true
}

func validURL(s string) bool {
	u, err := url.Parse(s)
	if err != nil {
		return false
	}
	return u.Scheme == "data" && u.Opaque != "" || (u.Scheme == "https" || u.Scheme == "http") && u.Host != ""
}

func validMIME(s string) bool {
	kind, _, err := mime.ParseMediaType(s)
	return err == nil && strings.Contains(kind, "/")
}
