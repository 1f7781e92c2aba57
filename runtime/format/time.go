package format

import "strings"

// isDateTime accepts, as RFC 3339 does and time.Time does not, t and z in lower
// case, and the leap second of a minute that can have one.
func isDateTime(s string) bool {
	return len(s) > 10 && s[10]|0x20 == 't' && isDate(s[:10]) && isTime(s[11:])
}

// number returns what the two digits at s[i] say; -1 when there are none.
func number(s string, i int) int {
	if !isDigit(s[i]) || !isDigit(s[i+1]) {
		return -1
	}
	return int(s[i]-'0')*10 + int(s[i+1]-'0')
}

func isDate(s string) bool {
	if len(s) != len("2006-01-02") || s[4] != '-' || s[7] != '-' {
		return false
	}
	century, year, month, day := number(s, 0), number(s, 2), number(s, 5), number(s, 8)
	if century < 0 || year < 0 || month < 1 || month > 12 {
		return false
	}
	return day >= 1 && day <= daysIn(month, century*100+year)
}

func daysIn(month, year int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

func isTime(s string) bool {
	if len(s) < len("15:04:05Z") || s[2] != ':' || s[5] != ':' {
		return false
	}
	hour, minute, second := number(s, 0), number(s, 3), number(s, 6)
	if hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60 {
		return false
	}
	rest := s[8:]
	if rest[0] == '.' {
		n := digits(rest[1:])
		if n == 0 {
			return false
		}
		rest = rest[1+n:]
	}
	east, ok := offset(rest)
	const day = 24 * 60
	utc := (hour*60 + minute - east + day) % day
	return ok && (second < 60 || utc == day-1)
}

// offset returns the minutes east of UTC that a time-offset says.
func offset(s string) (east int, ok bool) {
	if len(s) == 1 && s[0]|0x20 == 'z' {
		return 0, true
	}
	if len(s) != len("+00:00") || s[0] != '+' && s[0] != '-' || s[3] != ':' {
		return 0, false
	}
	hour, minute := number(s, 1), number(s, 4)
	if hour < 0 || hour > 23 || minute < 0 || minute > 59 {
		return 0, false
	}
	if s[0] == '-' {
		return -hour*60 - minute, true
	}
	return hour*60 + minute, true
}

// isDuration follows the grammar of RFC 3339 to the letter: no unit between the
// first and the last one may be left out (PT1H0M5S), weeks stand alone, and
// there are no fractions.
func isDuration(s string) bool {
	s, ok := strings.CutPrefix(s, "P")
	if !ok {
		return false
	}
	if n := digits(s); n > 0 && s[n:] == "W" {
		return true
	}
	date, clock, timed := strings.Cut(s, "T")
	if timed && !isUnits(clock, "HMS") {
		return false
	}
	return timed && date == "" || isUnits(date, "YMD")
}

// isUnits reports whether s is a number before each of some units that follow
// one another.
func isUnits(s, units string) bool {
	next := -1
	for s != "" {
		n := digits(s)
		if n == 0 || n == len(s) {
			return false
		}
		at := strings.IndexByte(units, s[n])
		if at < 0 || next >= 0 && at != next {
			return false
		}
		next, s = at+1, s[n+1:]
	}
	return next >= 0
}
