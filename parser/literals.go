package parser

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/mcpgen/mcpgen/internal/model"
)

// typeSet finds named types by ID.
type typeSet map[string]*model.Named

// base follows t through pointers and named types, and returns what is below
// and the names on the way, the outermost first. A struct's base is its Ref.
func (types typeSet) base(t *model.Type) (*model.Type, []*model.Named) {
	var names []*model.Named
	for {
		switch t.Kind {
		case model.Ptr:
			t = t.Elem
		case model.Ref:
			n := types[t.Ref]
			if n == nil {
				return t, names
			}
			names = append(names, n)
			if n.Type == nil {
				return t, names
			}
			t = n.Type
		default:
			return t, names
		}
	}
}

func isScalar(base *model.Type) bool {
	switch base.Kind {
	case model.Bool, model.Int, model.Uint, model.Float, model.String:
		return true
	}
	return false
}

func isNumber(base *model.Type) bool {
	return base.Kind == model.Float || isInteger(base)
}

func isInteger(base *model.Type) bool { return base.Kind == model.Int || base.Kind == model.Uint }

// literal turns what a user wrote into a JSON literal of type t. Strings may
// be bare. The error completes "days=x: ...".
func (types typeSet) literal(t *model.Type, text string) (string, error) {
	base, _ := types.base(t)
	switch base.Kind {
	case model.String, model.Time, model.Bytes:
		if s, ok := quoted(text); ok {
			text = s
		}
		return quote(text), checkText(base, text)
	case model.Bool:
		if text != "true" && text != "false" {
			return "", errors.New("want true or false")
		}
		return text, nil
	case model.Int, model.Uint:
		return integer(base, text)
	case model.Float:
		return text, checkFloat(base, text)
	}
	return types.document(t, text)
}

// quoted returns the value of a JSON string literal.
func quoted(text string) (value string, ok bool) {
	if !strings.HasPrefix(text, `"`) {
		return "", false
	}
	return value, json.Unmarshal([]byte(text), &value) == nil
}

// quote returns s as a JSON string with <, > and & as they are.
func quote(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return strconv.Quote(s) // a string always encodes
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func checkText(base *model.Type, s string) error {
	switch {
	case !utf8.ValidString(s):
		return errors.New("want UTF-8 text")
	case base.Kind == model.Time:
		if _, err := time.Parse(time.RFC3339, s); err != nil {
			return errors.New("want a time as in RFC 3339, such as 2006-01-02T15:04:05Z")
		}
	case base.Kind == model.Bytes:
		if _, err := base64.StdEncoding.Strict().DecodeString(s); err != nil {
			return errors.New("want base64")
		}
	}
	return nil
}

var jsonNumber = regexp.MustCompile(`^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$`)

// integer returns the plain decimal form of an integer; 1e3 and 5.0 are
// integers too, as JSON Schema has it.
func integer(base *model.Type, text string) (string, error) {
	f, ok := number(text)
	if !ok || !f.IsInt() {
		return "", errors.New("want an integer")
	}
	n, _ := f.Int(nil)
	low, high := integerRange(base)
	if n.Cmp(low) < 0 || n.Cmp(high) > 0 {
		return "", fmt.Errorf("want an integer from %s to %s, the range of %s", low, high, base.Basic)
	}
	return n.String(), nil
}

// integerRange returns the bounds of an integer type.
func integerRange(base *model.Type) (low, high *big.Int) {
	one := big.NewInt(1)
	if base.Kind == model.Uint {
		high = new(big.Int).Lsh(one, uint(base.Bits))
		return new(big.Int), high.Sub(high, one)
	}
	half := new(big.Int).Lsh(one, uint(base.Bits-1))
	return new(big.Int).Neg(half), new(big.Int).Sub(half, one)
}

// number reads a JSON number that a float64 can hold. The precision is beyond
// any two 64-bit integers or floats that differ.
func number(text string) (*big.Float, bool) {
	if !jsonNumber.MatchString(text) {
		return nil, false
	}
	if x, err := strconv.ParseFloat(text, 64); err != nil || x == 0 {
		return new(big.Float), err == nil
	}
	f, _, err := big.ParseFloat(text, 10, 2048, big.ToNearestEven)
	return f, err == nil
}

func checkFloat(base *model.Type, text string) error {
	if !jsonNumber.MatchString(text) {
		return errors.New("want a JSON number")
	}
	if _, err := strconv.ParseFloat(text, base.Bits); err != nil {
		return fmt.Errorf("want a number within the range of %s", base.Basic)
	}
	return nil
}

// sameLiteral reports whether two JSON literals are the same value; 1 and 1.0
// are.
func sameLiteral(a, b string) bool {
	if a == b {
		return true
	}
	x, isNumber := number(a)
	y, isToo := number(b)
	return isNumber && isToo && x.Cmp(y) == 0
}

// document checks a JSON text against a type that is no scalar.
func (types typeSet) document(t *model.Type, text string) (string, error) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		return "", errors.New("want JSON")
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return "", errors.New("want one JSON value")
	}
	if err := types.accepts(t, value); err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(text)); err != nil {
		return "", errors.New("want JSON")
	}
	return b.String(), nil
}

// accepts reports why a decoded JSON value is not of type t.
func (types typeSet) accepts(t *model.Type, value any) error {
	if value == nil && t.Kind == model.Ptr {
		return nil
	}
	base, names := types.base(t)
	switch base.Kind {
	case model.Any, model.Raw:
		return nil
	case model.List, model.Array:
		return types.acceptsList(base, value)
	case model.Map:
		members, ok := value.(map[string]any)
		if !ok {
			return errors.New("want an object")
		}
		for _, v := range members {
			if err := types.accepts(base.Elem, v); err != nil {
				return err
			}
		}
		return nil
	case model.Ref:
		if len(names) == 0 {
			return nil
		}
		return types.acceptsStruct(names[len(names)-1], value)
	}
	return acceptsScalar(base, value)
}

func (types typeSet) acceptsList(base *model.Type, value any) error {
	items, ok := value.([]any)
	if !ok {
		return errors.New("want a list")
	}
	if base.Kind == model.Array && int64(len(items)) != base.Len {
		return fmt.Errorf("want %d items", base.Len)
	}
	for _, item := range items {
		if err := types.accepts(base.Elem, item); err != nil {
			return err
		}
	}
	return nil
}

func (types typeSet) acceptsStruct(n *model.Named, value any) error {
	members, ok := value.(map[string]any)
	if !ok {
		return errors.New("want an object")
	}
	known := 0
	for _, f := range n.Fields {
		v, given := members[f.Name]
		if !given {
			if !f.Optional {
				return fmt.Errorf("%q is missing", f.Name)
			}
			continue
		}
		known++
		if v == nil && f.Optional {
			continue
		}
		if err := types.accepts(f.Type, v); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	if known < len(members) {
		return fmt.Errorf("%s has no such field", n.Name)
	}
	return nil
}

func acceptsScalar(base *model.Type, value any) error {
	switch v := value.(type) {
	case bool:
		if base.Kind == model.Bool {
			return nil
		}
	case json.Number:
		if isInteger(base) {
			_, err := integer(base, v.String())
			return err
		}
		if base.Kind == model.Float {
			return checkFloat(base, v.String())
		}
	case string:
		if base.Kind == model.String || base.Kind == model.Time || base.Kind == model.Bytes {
			return checkText(base, v)
		}
	}
	return fmt.Errorf("want a %s", base.Kind)
}

// countItems returns the number of items of a JSON list.
func countItems(lit string) int {
	var items []json.RawMessage
	if json.Unmarshal([]byte(lit), &items) != nil {
		return 0
	}
	return len(items)
}
