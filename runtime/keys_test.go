package mcpruntime

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"strings"
	"testing"
)

// readAll runs read on a document and returns what is wrong with it.
func readAll(doc string, read func(*Reader)) string {
	r := NewReader([]byte(doc))
	read(r)
	if err := r.Done(); err != nil {
		return err.Error()
	}
	return ""
}

// An integer key is read exactly when encoding/json writes it so.
func TestIntKey(t *testing.T) {
	for _, name := range []string{"0", "-0", "7", "07", "-7", "127", "128", "-128", "-129", "255", "256", "+1", "1.0", "1e1", " 1", "", "-", "x", "9223372036854775808"} {
		var small map[int8]bool
		standard := json.Unmarshal([]byte(`{`+quote(name)+`:true}`), &small) == nil
		canonical := false
		for k := range small {
			canonical = fmt.Sprint(k) == name
		}
		got := map[int8]bool{}
		fault := readAll(`{`+quote(name)+`:true}`, func(r *Reader) {
			for m := r.Map(); m.Next(); {
				got[IntKey[int8](&m)] = r.Bool()
			}
		})
		if want := standard && canonical; (fault == "") != want || want && !maps.Equal(got, small) {
			t.Errorf("%q is read as %v (%s), encoding/json has %v", name, got, fault, small)
		}
	}
}

func TestIntMembersLikeEncodingJSON(t *testing.T) {
	for _, m := range []map[int64]int{{}, {10: 1, 9: 2, -1: 3, 0: 4, math.MaxInt64: 5, math.MinInt64: 6}} {
		w := NewWriter()
		w.Raw("{")
		for members := IntMembers(w, m); members.Next(); {
			w.Int(int64(members.Value()))
		}
		w.Raw("}")
		if want, _ := json.Marshal(m); string(w.JSON()) != string(want) {
			t.Errorf("wrote %s, encoding/json %s", w.JSON(), want)
		}
	}
}

func TestKeyRules(t *testing.T) {
	rules := KeyRules{MinLength: 2, MaxLength: 3, Pattern: regexp.MustCompile("^[a-z]+$")}
	for name, want := range map[string]string{
		"ab": "", "äö": "matches", "abcd": "2 to 3 characters", "a": "2 to 3 characters", "AB": "matches",
	} {
		fault := readAll(`{`+quote(name)+`:1}`, func(r *Reader) {
			for m := r.Map(); m.Next(); {
				m.Check(&rules)
				r.Int()
			}
		})
		if (fault == "") != (want == "") || !strings.Contains(fault, want) {
			t.Errorf("%q: %s, want %s", name, fault, want)
		}
	}
}

// textually is a key that several names spell.
type textually struct{ s string }

func (k textually) MarshalText() ([]byte, error) {
	if k.s == "bad" {
		return nil, fmt.Errorf("no text for %s", k.s)
	}
	return []byte(k.s), nil
}

func (k *textually) UnmarshalText(text []byte) error {
	if k.s = strings.ToLower(string(text)); k.s == "" {
		return fmt.Errorf("nothing there")
	}
	return nil
}

func TestTextKey(t *testing.T) {
	for doc, want := range map[string]string{
		`{"a":1,"b":2}`: "", `{"a":1,"A":2}`: "another name means the same", `{"":1}`: "nothing there",
	} {
		v := map[textually]int{}
		fault := readAll(doc, func(r *Reader) {
			for m := r.Map(); m.Next(); {
				v[TextKey(&m, v)] = r.Int()
			}
		})
		if (fault == "") != (want == "") || !strings.Contains(fault, want) {
			t.Errorf("%s: %s, want %s", doc, fault, want)
		}
	}
	w := NewWriter()
	for m := TextMembers(w, map[textually]int{{"bad"}: 1}); m.Next(); {
		w.Int(int64(m.Value()))
	}
	if w.Err() == nil {
		t.Error("the error of MarshalText is lost")
	}
}
