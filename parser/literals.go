package parser

import (
	"bytes"
	"cmp"
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

// literals checks what users write against the named types so far.
type literals struct{ *model.Package }

func isScalar(base *model.Type) bool {
	switch base.Kind {
	case model.Bool, model.Int, model.Uint, model.Float, model.Numeral, model.String:
		return true
	}
	return false
}

func isNumber(base *model.Type) bool {
	return base.Kind == model.Float || base.Kind == model.Numeral || isInteger(base)
}

func isInteger(base *model.Type) bool {
	return base.Kind == model.Int || base.Kind == model.Uint || base.Kind == model.BigInt
}

// isString reports whether the constraints of strings hold for a type.
func isString(base *model.Type) bool { return base.Kind == model.String || base.Kind == model.Text }

// literal turns what a user wrote into a JSON literal of type t. Strings may
// be bare. The error completes "days=x: ...".
func (types literals) literal(t *model.Type, text string) (string, error) {
	base, _ := types.Deref(t)
	switch base.Kind {
	case model.String, model.Text, model.Time, model.Bytes:
		text = model.Unquote(text)
		return model.Quote(text), checkText(base, text)
	case model.Bool:
		if text != "true" && text != "false" {
			return "", errors.New("want true or false")
		}
		return text, nil
	case model.Int, model.Uint, model.BigInt:
		return integer(base, text)
	case model.Float, model.Numeral:
		return text, checkFloat(base, text)
	}
	return types.document(t, text)
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

// isNumeral reports whether text is a JSON number and nothing else.
func isNumeral(text string) bool {
	if text == "" || strings.IndexByte("-0123456789", text[0]) < 0 {
		return false
	}
	last := text[len(text)-1]
	return '0' <= last && last <= '9' && json.Valid([]byte(text))
}

// integer returns the plain decimal form of an integer; 1e3 and 5.0 are
// integers too, as JSON Schema has it.
func integer(base *model.Type, text string) (string, error) {
	f := model.Number(text)
	mantissa, _, _ := strings.Cut(strings.ToLower(text), "e")
	lost := f.Sign() == 0 && strings.ContainsAny(mantissa, "123456789") // no computer holds that exponent
	if !isNumeral(text) || lost || !f.IsInt() {
		return "", errors.New("want an integer")
	}
	if base.Kind == model.BigInt {
		return bigInteger(f)
	}
	low, high := integerRange(base)
	if f.Cmp(new(big.Float).SetInt(low)) < 0 || f.Cmp(new(big.Float).SetInt(high)) > 0 {
		return "", fmt.Errorf("want an integer from %s to %s, the range of %s", low, high, base.Basic)
	}
	n, _ := f.Int(nil)
	return n.String(), nil
}

// bigInteger spells an integer of any size that anybody writes.
func bigInteger(f *big.Float) (string, error) {
	const most = 4000 // bits: what model.Number keeps exact
	if f.MantExp(nil) > most {
		return "", errors.New("want an integer of at most 1,200 digits")
	}
	n, _ := f.Int(nil)
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

func checkFloat(base *model.Type, text string) error {
	if !isNumeral(text) {
		return errors.New("want a JSON number")
	}
	if _, err := strconv.ParseFloat(text, base.Bits); err != nil && base.Kind == model.Float {
		return fmt.Errorf("want a number within the range of %s", base.Basic)
	}
	return nil
}

// checkHeld reports a bound, or a value of an enum, that a float64 does not
// hold as it is written: the decoder, which compares with the float64, and the
// schema would disagree.
func checkHeld(base *model.Type, lit string) error {
	if base.Kind != model.Float {
		return nil
	}
	x, err := strconv.ParseFloat(lit, 64)
	held := strconv.FormatFloat(x, 'g', -1, 64)
	if err != nil || model.CompareNumbers(held, lit) != 0 {
		return fmt.Errorf("want a number that a float64 holds, such as %s", held)
	}
	return nil
}

// document checks a JSON text against a type that is no scalar.
func (types literals) document(t *model.Type, text string) (string, error) {
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
func (types literals) accepts(t *model.Type, value any) error {
	if value == nil && types.Nullable(t, true) {
		return nil
	}
	base, _ := types.Deref(t)
	switch base.Kind {
	case model.Any, model.Raw, model.Custom:
		return nil
	case model.List, model.Array:
		return types.acceptsList(base, value)
	case model.Map:
		members, ok := value.(map[string]any)
		if !ok {
			return errors.New("want an object")
		}
		for name, v := range members {
			if err := cmp.Or(types.acceptsKey(base, name), types.accepts(base.Elem, v)); err != nil {
				return err
			}
		}
		return nil
	case model.Ref:
		if n := types.Named(base.Ref); n != nil {
			return types.acceptsStruct(n, value)
		}
		return nil
	}
	return acceptsScalar(base, value)
}

func (types literals) acceptsList(base *model.Type, value any) error {
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

func (types literals) acceptsStruct(n *model.Named, value any) error {
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
		accepts := types.accepts
		if f.Quoted {
			accepts = types.acceptsQuoted
		}
		if err := accepts(f.Type, v); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	if known < len(members) {
		return fmt.Errorf("%s has no such field", n.Label())
	}
	return nil
}

// acceptsKey reports why a name is no key of a map.
func (types literals) acceptsKey(t *model.Type, name string) error {
	keys := types.Keys(t)
	lit := model.Quote(name)
	switch {
	case keys.Closed:
		for _, v := range keys.Values {
			if v.Value == lit {
				return nil
			}
		}
		return fmt.Errorf("%s is no key of the map", lit)
	case isInteger(keys.Base) && !regexp.MustCompile(model.IntegerPattern(keys.Base)).MatchString(name):
		return fmt.Errorf("%s is no key of the map: want an integer", lit)
	case keys.Rules != nil && !keys.Rules.Allows(lit):
		return fmt.Errorf("%s is no key of the map: want %s", lit, model.LimitsText(model.String, keys.Rules))
	}
	return nil
}

// acceptsQuoted reports why a value is not a scalar, or a pointer to one, under
// the tag option string.
func (types literals) acceptsQuoted(t *model.Type, value any) error {
	if value == nil && types.Nullable(t, true) {
		return nil
	}
	base, _ := types.Deref(t)
	text, ok := value.(string)
	if pattern := model.QuotedPattern(base); !ok || pattern == "" && text != "true" && text != "false" ||
		pattern != "" && !regexp.MustCompile(pattern).MatchString(text) {
		return errors.New("want " + model.QuotedNoun(base))
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
		if isNumber(base) {
			return checkFloat(base, v.String())
		}
	case string:
		if isString(base) || base.Kind == model.Time || base.Kind == model.Bytes {
			return checkText(base, v)
		}
	}
	return fmt.Errorf("want a %s", base.Kind)
}
