package format

import (
	"net/netip"
	"strings"
)

// isEmail accepts the Mailbox of RFC 5321: a dotted or quoted local part of up
// to 64 octets, and a domain or an address in brackets; 254 octets in all.
func isEmail(s string) bool {
	at := strings.LastIndexByte(s, '@')
	if at < 1 || at > 64 || len(s) > 254 {
		return false
	}
	local, domain := s[:at], s[at+1:]
	if local[0] == '"' {
		if !isQuoted(local) {
			return false
		}
	} else if !isDotted(local) {
		return false
	}
	if len(domain) > 0 && domain[0] == '[' {
		return isAddressLiteral(domain)
	}
	return isHostname(domain)
}

func isDotted(local string) bool {
	for atom := range strings.SplitSeq(local, ".") {
		if atom == "" || !all(atom, "!#$%&'*+-/=?^_`{|}~") {
			return false
		}
	}
	return true
}

// all reports whether s consists of ASCII letters, digits and the bytes of
// others.
func all(s, others string) bool {
	for i := range len(s) {
		if c := s[i]; !isAlpha(c) && !isDigit(c) && strings.IndexByte(others, c) < 0 {
			return false
		}
	}
	return true
}

func isQuoted(local string) bool {
	if len(local) < 2 || local[len(local)-1] != '"' {
		return false
	}
	inner := local[1 : len(local)-1]
	for i := 0; i < len(inner); i++ {
		if inner[i] == '\\' {
			i++
		} else if inner[i] == '"' {
			return false
		}
		if i == len(inner) || inner[i] < ' ' || inner[i] > '~' {
			return false
		}
	}
	return true
}

func isAddressLiteral(s string) bool {
	inner, ok := strings.CutSuffix(s[1:], "]")
	if !ok {
		return false
	}
	if v6, ok := strings.CutPrefix(inner, "IPv6:"); ok {
		return isIPv6(v6)
	}
	return isIPv4(inner)
}

const (
	subDelims = "!$&'()*+,;="
	pathMarks = "-._~" + subDelims + ":@/"
)

// isURI accepts the URI of RFC 3986, which has a scheme. Characters beyond
// ASCII, and blanks, are percent-encoded in a URI.
func isURI(s string) bool {
	colon := strings.IndexByte(s, ':')
	if colon < 1 || !isAlpha(s[0]) || !all(s[:colon], "+-.") {
		return false
	}
	rest, fragment, _ := strings.Cut(s[colon+1:], "#")
	rest, query, _ := strings.Cut(rest, "?")
	if !isEncoded(fragment, pathMarks+"?") || !isEncoded(query, pathMarks+"?") {
		return false
	}
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		slash := strings.IndexByte(after, '/')
		if slash < 0 {
			slash = len(after)
		}
		return isAuthority(after[:slash]) && isEncoded(after[slash:], pathMarks)
	}
	return isEncoded(rest, pathMarks)
}

// isEncoded reports whether s consists of ASCII letters, digits, the bytes of
// marks, and percent-encoded octets.
func isEncoded(s, marks string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case isAlpha(c) || isDigit(c) || strings.IndexByte(marks, c) >= 0:
		case c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			i += 2
		default:
			return false
		}
	}
	return true
}

func isAuthority(s string) bool {
	if at := strings.IndexByte(s, '@'); at >= 0 {
		if !isEncoded(s[:at], "-._~"+subDelims+":") {
			return false
		}
		s = s[at+1:]
	}
	host, port := s, ""
	if strings.HasPrefix(s, "[") {
		end := strings.IndexByte(s, ']')
		if end < 0 || !isIPLiteral(s[1:end]) {
			return false
		}
		if host, port = "", s[end+1:]; port != "" && port[0] != ':' {
			return false
		}
	} else if colon := strings.IndexByte(s, ':'); colon >= 0 {
		host, port = s[:colon], s[colon:]
	}
	return isEncoded(host, "-._~"+subDelims) && (port == "" || digits(port[1:]) == len(port)-1)
}

// isIPLiteral reports whether s may stand in the brackets of a host.
func isIPLiteral(s string) bool {
	if s != "" && s[0]|0x20 == 'v' { // IPvFuture
		dot := strings.IndexByte(s, '.')
		if dot < 2 || dot == len(s)-1 {
			return false
		}
		for i := 1; i < dot; i++ {
			if !isHex(s[i]) {
				return false
			}
		}
		return all(s[dot+1:], "-._~"+subDelims+":")
	}
	addr, err := netip.ParseAddr(s)
	return err == nil && addr.Is6() && addr.Zone() == ""
}
