package mcpruntime

import (
	"encoding/json"
	"math"
	"testing"
)

// quotedAll has all scalars under the tag option string.
type quotedAll struct {
	I int16   `json:",string"`
	U uint64  `json:",string"`
	F float32 `json:",string"`
	D float64 `json:",string"`
	B bool    `json:",string"`
	S string  `json:",string"`
}

var quotedProps = Props{Names: []string{"I", "U", "F", "D", "B", "S"}}

func readQuoted(r *Reader) (v quotedAll) {
	for o := r.Object(&quotedProps); o.Next(); {
		switch o.Name() {
		case "I":
			v.I = QuotedInt[int16](r)
		case "U":
			v.U = QuotedInt[uint64](r)
		case "F":
			v.F = r.QuotedFloat32()
		case "D":
			v.D = r.QuotedFloat64()
		case "B":
			v.B = r.QuotedBool()
		case "S":
			v.S = r.QuotedString()
		}
	}
	return v
}

// What encoding/json writes is read, to the same value.
func TestQuotedReadsWhatEncodingJSONWrites(t *testing.T) {
	for _, v := range []quotedAll{
		{}, {I: -1, U: math.MaxUint64, F: 0.1, D: -1e300, B: true, S: "a\"<\u2028\\日本\x00"}, {I: math.MinInt16, F: math.MaxFloat32, D: math.SmallestNonzeroFloat64, S: "\xff"},
	} {
		doc, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var want quotedAll
		if err := json.Unmarshal(doc, &want); err != nil {
			t.Fatal(err)
		}
		r := NewReader(doc)
		if got := readQuoted(r); r.Done() != nil || got != want {
			t.Errorf("%s is read as %+v, want %+v", doc, got, want)
		}
		w := NewWriter()
		w.QuotedString(v.S)
		var text, wantText string
		_ = json.Unmarshal(w.JSON(), &text)
		var members map[string]string
		_ = json.Unmarshal(doc, &members)
		if wantText = members["S"]; text != wantText {
			t.Errorf("wrote %q, encoding/json %q", text, wantText)
		}
	}
}

// What is not in the one spelling is refused, although encoding/json takes some
// of it.
func TestQuotedRefuses(t *testing.T) {
	for _, doc := range []string{
		`{"I":5}`, `{"I":"05"}`, `{"I":"-0"}`, `{"I":"+5"}`, `{"I":"32768"}`, `{"I":"5 "}`, `{"I":""}`, `{"U":"-1"}`, `{"U":"18446744073709551616"}`,
		`{"D":"1."}`, `{"D":"0x1p1"}`, `{"D":"Inf"}`, `{"D":"1e999"}`, `{"F":"1e39"}`, `{"D":" 1"}`, `{"D":"1 2"}`, `{"D":""}`,
		`{"B":true}`, `{"B":"True"}`, `{"B":""}`, `{"S":"a"}`, `{"S":"\"a"}`, `{"S":"\""}`, `{"S":"\"\\x\""}`, `{"S":"\"\n\""}`, `{"S":"\"a\" "}`, `{"S":"\"a\"b\""}`,
	} {
		r := NewReader([]byte(doc))
		readQuoted(r)
		err, _ := r.Done().(*DocumentError)
		if err == nil || len(err.Violations) != 1 {
			t.Errorf("%s: %v, want one violation", doc, err)
		}
	}
}

func TestQuotedEnum(t *testing.T) {
	for doc, ok := range map[string]bool{`"1"`: true, `"2"`: false, `1`: false} {
		r := NewReader([]byte(doc))
		QuotedInt[int](r, "1", "3")
		if err := r.Done(); (err == nil) != ok {
			t.Errorf("%s: %v", doc, err)
		}
	}
}
