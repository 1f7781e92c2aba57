package directive

import (
	"encoding/json"
	"go/token"
	"mime"
	"regexp"
	"slices"
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
	// limit, when there is one, completes the same for values that are of the
	// form and still too much.
	limit func(string) string
	// values are all that there are, when they can be listed.
	values []string
}

// choice is the form of a value that is one of few words.
func choice(values ...string) form {
	return form{
		doc:    "`" + strings.Join(values, "` or `") + "`",
		want:   strings.Join(values, " or "),
		ok:     func(s string) bool { return slices.Contains(values, s) },
		values: values,
	}
}

// check returns what the value should have been, "" when it is fine.
func (f form) check(value string) string {
	switch {
	case !f.ok(value):
		return f.want
	case f.limit != nil:
		return f.limit(value)
	}
	return ""
}

// forms holds the placeholders that definitions use. Every form but VALUE
// refuses the empty text, which could only say what leaving the argument out
// says.
var forms = map[string]form{
	"NAME":     {doc: "one word", want: "one word without spaces", ok: validName},
	"TEXT":     {doc: "any text that is not empty", want: "a text that is not empty", ok: func(s string) bool { return strings.TrimSpace(s) != "" }},
	"VALUE":    {doc: "any text", want: "any text", ok: func(string) bool { return true }},
	"VALUES":   {doc: "values separated by `|`, none of them empty", want: "a list such as a|b", ok: validValues},
	"NUMBER":   {doc: "a JSON number within the range of a float64", want: "a JSON number", ok: jsonNumber.MatchString, limit: float64Range},
	"STEP":     {doc: "a JSON number above zero, with at most 18 digits between its outer zeros", want: "a JSON number above zero", ok: validStep, limit: stepDigits},
	"PATTERN":  {doc: "a regular expression", want: "a regular expression", ok: func(s string) bool { return s != "" }},
	"COUNT":    {doc: "an integer from 0 to 2147483647", want: "an integer from 0 to 2147483647", ok: validCount},
	"ICON":     {doc: "an `https:`, `http:` or `data:image/` URL, and after it, in any order, a MIME type, sizes such as 48x48 or any, and a theme, light or dark", want: "a URL and what is known of the picture, such as \"https://example.com/a.png image/png 48x48 dark\"", ok: validIcon},
	"DURATION": {doc: "a Go duration above zero, such as 30s", want: "a duration above zero, such as 30s or 1m30s", ok: validDuration},
	"TTL":      {doc: "a Go duration of whole milliseconds, such as 5m", want: "a duration of whole milliseconds above zero, such as 30s or 5m", ok: validTTL},
	"SCOPE":    choice("public", "private"),
	"HEADER":   {doc: "the name of an HTTP header behind `Mcp-Param-`: letters, digits and ``!#$%&'*+-.^_`|~``", want: "a header name of letters, digits and !#$%&'*+-.^_`|~", ok: headerName.MatchString},
	"SOURCE":   {doc: "`principal`, `meta.KEY` or the name of a provider", want: "principal, meta.KEY or the name of a provider", ok: validSource},
	"URI":      {doc: "a URI or URI template", want: "a URI", ok: func(s string) bool { return s != "" && !strings.ContainsAny(s, " \t") }},
	"SCHEMA":   {doc: "a JSON object", want: "a JSON object", ok: func(s string) bool { return strings.HasPrefix(s, "{") && json.Valid([]byte(s)) }},
	"FUNC":     {doc: "the name of a function", want: "the name of a function", ok: token.IsIdentifier},
	"TYPE":     {doc: "the name of a struct type of the package", want: "the name of a struct type, such as Circle", ok: token.IsIdentifier},
	"ROLE":     choice("user", "assistant"),
	"PRIORITY": {doc: "a JSON number above 0 and at most 1", want: "a number above 0 and at most 1", ok: validPriority},
	"OUTPUT":   choice("handle"),
	"KIND":     {doc: "a word of small letters, digits and `_`", want: "a word of small letters, digits and _, such as sheet_range", ok: kindForm.MatchString},
	"MIME":     {doc: "a MIME type such as `text/plain`", want: "a MIME type such as text/plain", ok: validMIME},
}

// kindForm is what the kind of a handle looks like.
var kindForm = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

func validName(s string) bool {
	return s != "" && len(strings.Fields(s)) == 1 && s == strings.TrimSpace(s)
}

var jsonNumber = regexp.MustCompile(`^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$`)

// float64Range is the limit of numbers: bounds are compared as floats, too.
func float64Range(s string) string {
	if _, err := strconv.ParseFloat(s, 64); err != nil {
		return "a number within the range of a float64, and this one is out of range"
	}
	return ""
}

// validPriority leaves out 0, which cannot be told from a priority that is not
// said.
func validPriority(s string) bool {
	f, err := strconv.ParseFloat(s, 64)
	return jsonNumber.MatchString(s) && err == nil && f > 0 && f <= 1
}

func validStep(s string) bool {
	f, err := strconv.ParseFloat(s, 64)
	return jsonNumber.MatchString(s) && err == nil && f > 0
}

// stepDigits keeps remainders within 64 bits.
func stepDigits(s string) string {
	mantissa, _, _ := strings.Cut(strings.ToLower(s), "e")
	if len(strings.Trim(strings.ReplaceAll(mantissa, ".", ""), "0")) > 18 {
		return "a number of at most 18 digits, not counting zeros at either end"
	}
	return ""
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

func validMIME(s string) bool {
	kind, _, err := mime.ParseMediaType(s)
	return err == nil && strings.Contains(kind, "/")
}
