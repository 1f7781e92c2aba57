// Package format says which strings are of a format of JSON Schema 2020-12
// (Validation, section 7.3): the RFCs that it names decide. Go duration strings
// are a format of our own. The generator and the programs that it makes judge
// by the same code. Nothing here allocates for a string that is of its format.
package format

import (
	"net/netip"
	"strings"
	"time"
)

// Format is the name of a format, as the keyword format has it.
type Format string

// The formats.
const (
	DateTime   Format = "date-time"   // RFC 3339, section 5.6
	Date       Format = "date"        // RFC 3339, full-date
	Time       Format = "time"        // RFC 3339, full-time: with an offset
	Email      Format = "email"       // RFC 5321, Mailbox
	URI        Format = "uri"         // RFC 3986, URI: absolute
	UUID       Format = "uuid"        // RFC 9562, section 4
	IPv4       Format = "ipv4"        // RFC 2673, dotted-quad
	IPv6       Format = "ipv6"        // RFC 4291, section 2.2
	Hostname   Format = "hostname"    // RFC 1123, section 2.1
	Duration   Format = "duration"    // RFC 3339, appendix A
	GoDuration Format = "go-duration" // time.ParseDuration
)

// rule is what there is to know of a format.
type rule struct {
	match func(string) bool
	noun  string
}

// rule returns the zero rule for a name that is no format.
func (f Format) rule() rule {
	switch f {
	case DateTime:
		return rule{isDateTime, "a date and time (RFC 3339, such as 2006-01-02T15:04:05Z)"}
	case Date:
		return rule{isDate, "a date (RFC 3339, such as 2006-01-02)"}
	case Time:
		return rule{isTime, "a time with its offset (RFC 3339, such as 15:04:05Z)"}
	case Email:
		return rule{isEmail, "an email address"}
	case URI:
		return rule{isURI, "an absolute URI"}
	case UUID:
		return rule{isUUID, "a UUID"}
	case IPv4:
		return rule{isIPv4, "an IPv4 address"}
	case IPv6:
		return rule{isIPv6, "an IPv6 address"}
	case Hostname:
		return rule{isHostname, "a host name"}
	case Duration:
		return rule{isDuration, "a duration (ISO 8601, such as P3DT4H30M)"}
	case GoDuration:
		return rule{isGoDuration, "a Go duration, such as 1h30m"}
	}
	return rule{}
}

// All lists the formats in the order of the documentation.
func All() []Format {
	return []Format{DateTime, Date, Time, Email, URI, UUID, IPv4, IPv6, Hostname, Duration, GoDuration}
}

// Match reports whether s is of the format. No string is of a format that does
// not exist.
func (f Format) Match(s string) bool {
	match := f.rule().match
	return match != nil && match(s)
}

// Noun names a string of the format in a sentence: "an email address". It is
// empty for a name that is no format.
func (f Format) Noun() string { return f.rule().noun }

// GoDurationPattern matches the strings of GoDuration, and those like them that
// say more than a [time.Duration] holds. It means the same in RE2 and ECMA-262.
const GoDurationPattern = `^[+-]?(0|(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$`

func isGoDuration(s string) bool {
	_, err := time.ParseDuration(s)
	return err == nil
}

func isIPv4(s string) bool {
	addr, err := netip.ParseAddr(s)
	return err == nil && addr.Is4()
}

func isIPv6(s string) bool {
	addr, err := netip.ParseAddr(s)
	return err == nil && addr.Is6() && addr.Zone() == ""
}

func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		switch i {
		case 8, 13, 18, 23:
			if s[i] != '-' {
				return false
			}
		default:
			if !isHex(s[i]) {
				return false
			}
		}
	}
	return true
}

// isHostname knows neither a trailing dot, which is no part of a name, nor
// internationalised names, which travel in their ASCII form.
func isHostname(s string) bool {
	if len(s) > 253 {
		return false
	}
	for label := range strings.SplitSeq(s, ".") {
		if len(label) == 0 || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for i := range len(label) {
			if c := label[i]; !isAlpha(c) && !isDigit(c) && c != '-' {
				return false
			}
		}
	}
	return true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isAlpha(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isHex(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

// digits returns how many digits s begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}
