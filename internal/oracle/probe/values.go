package probe

import (
	"encoding"
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"
)

var (
	timeType = reflect.TypeFor[time.Time]()
	rawType  = reflect.TypeFor[json.RawMessage]()
	bigType  = reflect.TypeFor[big.Int]()
)

// full makes nil slices and maps empty, at every depth: the one difference that
// there is to be between the encoders. A field that omitzero leaves out when it
// is nil stays so; a nil json.RawMessage is null in both. What has code of its own
// is written by that code, or by encoding/json, as it is.
func full(v reflect.Value) {
	if hasCode(v.Type()) {
		return // what is inside is written as it is
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			full(v.Elem())
		}
	case reflect.Interface:
		if _, ok := unionOf(v.Type()); ok {
			fullUnion(v)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			omitted := strings.Contains(f.Tag.Get("json"), ",omitzero") && isZero(v.Field(i))
			if !omitted && (f.IsExported() || f.Anonymous) {
				full(v.Field(i))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			full(v.Index(i))
		}
	case reflect.Slice:
		if v.IsNil() && v.Type() != rawType && v.CanSet() {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
		for i := range v.Len() {
			full(v.Index(i))
		}
	case reflect.Map:
		if v.IsNil() && v.CanSet() {
			v.Set(reflect.MakeMap(v.Type()))
		}
		for _, k := range v.MapKeys() {
			e := reflect.New(v.Type().Elem()).Elem()
			e.Set(v.MapIndex(k))
			full(e)
			v.SetMapIndex(k, e)
		}
	}
}

// hasCode reports whether a type reads or writes itself.
func hasCode(t reflect.Type) bool {
	if t.Kind() == reflect.Interface {
		return false
	}
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[json.Marshaler]()) || p.Implements(reflect.TypeFor[json.Unmarshaler]()) ||
		p.Implements(reflect.TypeFor[encoding.TextMarshaler]()) || p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// isZero is what omitzero asks.
func isZero(v reflect.Value) bool {
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return true
	}
	if v.Kind() == reflect.Interface && !v.Type().Implements(reflect.TypeFor[interface{ IsZero() bool }]()) {
		return v.IsNil() // what it holds is not asked
	}
	if own, ok := v.Interface().(interface{ IsZero() bool }); ok {
		return own.IsZero()
	}
	if v.CanAddr() {
		if own, ok := v.Addr().Interface().(interface{ IsZero() bool }); ok {
			return own.IsZero()
		}
	}
	return v.IsZero()
}

var (
	texts    = []string{"", "a", "Oslo", "x<y & \"z\"\\", "日本", "\u2028\x01", "\xff\xed\xa0\x80", "null"}
	integers = []int64{0, 1, -1, 7, 127, -128, 300, math.MaxInt64, math.MinInt64, 1 << 53}
	numbers  = []string{"", "0", "-1.50e+3", "123456789012345678901234567890", "x", "1 ", "01"}
	floats   = []float64{0, 1, -1, 0.5, 1e-7, 1e21, 1e20, 123456.75, math.MaxFloat32, math.Copysign(0, -1), 0.1}
	times    = []time.Time{{}, time.Unix(0, 0).UTC(), time.Date(2026, 7, 28, 12, 0, 0, 500, time.FixedZone("", -5400))}
	raws     = []json.RawMessage{nil, json.RawMessage("null"), json.RawMessage(` {"a" : [1.50, "<"] }`), json.RawMessage("12")}
	anything = []any{nil, true, "any", json.Number("1.50"), 2.5, 7, []any{}, []any{nil, "x"}, map[string]any{"k": nil, "": 1.0}}
)

// source makes random values, fewer from some point on.
type source struct {
	*rand.Rand
	left int // values until everything that can be empty is
}

func pick[T any](r *source, list []T) T { return list[r.IntN(len(list))] }

// fill sets v to a random value of its type, whatever the rules of inputs say:
// nil where there can be nil, constants that no enum lists.
func fill(r *source, v reflect.Value, depth int) {
	r.left--
	empty := depth > 5 || r.left < 0 || r.IntN(4) == 0
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(pick(r, integers))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(uint64(pick(r, integers)))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(pick(r, floats))
	case reflect.String:
		if v.Type() == reflect.TypeFor[json.Number]() {
			v.SetString(pick(r, numbers))
			return
		}
		v.SetString(pick(r, texts))
	case reflect.Interface:
		if u, ok := unionOf(v.Type()); ok {
			fillUnion(r, v, u, depth)
			return
		}
		if x := pick(r, anything); x != nil && v.NumMethod() == 0 {
			v.Set(reflect.ValueOf(x))
		} else {
			v.SetZero()
		}
	case reflect.Struct:
		fillStruct(r, v, depth)
	default:
		v.SetZero()
		if !empty || v.Kind() == reflect.Array {
			fillParts(r, v, depth)
		}
	}
}

func fillStruct(r *source, v reflect.Value, depth int) {
	switch v.Type() {
	case timeType:
		v.Set(reflect.ValueOf(pick(r, times)))
		return
	case bigType:
		v.Set(reflect.ValueOf(*new(big.Int).Lsh(big.NewInt(pick(r, integers)), uint(r.IntN(100)))))
		return
	}
	for _, i := range r.Perm(v.NumField()) { // any of them can be the one that gets nothing
		if f := v.Type().Field(i); f.IsExported() || f.Anonymous && f.Type.Kind() == reflect.Struct {
			fill(r, v.Field(i), depth+1)
		}
	}
}

// fillParts fills a pointer, array, slice or map that is zero.
func fillParts(r *source, v reflect.Value, depth int) {
	n := r.IntN(3)
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(r, v.Elem(), depth+1)
	case reflect.Slice:
		if v.Type() == rawType {
			v.Set(reflect.ValueOf(pick(r, raws)))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			fill(r, v.Index(i), depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range n {
			key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			if fill(r, key, depth+1); key.Kind() == reflect.String {
				key.SetString(strings.ToValidUTF8(key.String(), ""))
			}
			fill(r, elem, depth+1)
			v.SetMapIndex(key, elem)
		}
	}
}
