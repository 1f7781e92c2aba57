package planner

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// random makes signatures that have all of the notation in them.
type random struct {
	*rand.Rand
	defined []string
}

func (r *random) pick(list ...string) string { return list[r.IntN(len(list))] }

func (r *random) name() string {
	return r.pick("a", "b_c", "d.e", "f/g", "int", "true", "größe", "two words", "", "q\"uote", "line\nbreak\u0085", "content", "$x")
}

// toolName makes names that are allowed by mcpgen, by MCP, or by neither.
func (r *random) toolName() string {
	return r.pick("get", "3d", "-x", ".well-known", "a:b", "größe", "two words", "&a", "# tool(parameters)", "x(y)", "TOOL", "", "line\nbreak\u2028", `q"uote`)
}

func (r *random) literal() string {
	return Literal(r.pick(`"a"`, `"b c"`, `"int"`, `"null"`, `""`, `"|"`, `")"`, `"\u2028\u0085"`, `"+1"`, "1", "-2.5e3", "true", "null", `"<b>"`, `"content"`))
}

func (r *random) signature() *Signature {
	r.defined = nil
	s := &Signature{Params: r.members(4)}
	switch r.IntN(4) {
	case 0:
		s.Result = &Type{Kind: Content}
	case 1, 2:
		s.Result = r.typ(4)
	}
	return s
}

func (r *random) members(depth int) []Member {
	list := []Member{}
	seen := map[string]bool{}
	for range r.IntN(5) {
		m := Member{Name: r.name(), Optional: r.IntN(2) == 0, Type: r.typ(depth - 1)}
		if r.IntN(4) == 0 {
			m.Default = r.literal()
		}
		if !seen[m.Name] {
			seen[m.Name] = true
			list = append(list, m)
		}
	}
	return list
}

func (r *random) typ(depth int) *Type {
	kinds := []Kind{Str, Str, Bool, Num, Bytes, Time, Int, Uint8, Any, Enum, Enum, Handle, Named}
	if depth > 0 {
		kinds = append(kinds, List, List, Map, Object, Union, Union)
	}
	t := &Type{Kind: kinds[r.IntN(len(kinds))], Null: r.IntN(5) == 0}
	switch t.Kind {
	case Enum:
		t.Values = r.values()
	case List:
		t.Elem = r.typ(depth - 1)
		t.Low, t.High = r.span("", "")
	case Map:
		if r.IntN(2) == 0 {
			t.Key = r.typ(0)
		}
		t.Elem = r.typ(depth - 1)
	case Object:
		t.Members = r.members(depth)
	case Union:
		for range 2 + r.IntN(2) {
			t.Cases = append(t.Cases, r.typ(depth-1))
		}
	case Handle:
		t.Name = r.name()
	case Named:
		t.Name = fmt.Sprint("T", len(r.defined))
		r.defined = append(r.defined, t.Name)
		if depth > 0 && r.IntN(2) == 0 {
			t.Elem = r.typ(depth - 1)
		}
	default:
		r.scalar(t)
	}
	return t
}

func (r *random) scalar(t *Type) {
	if r.IntN(3) == 0 {
		t.Low, t.High = r.span(">", "<")
	}
	if r.IntN(5) == 0 {
		t.Step = r.pick("3", "0.5")
	}
	if r.IntN(5) == 0 {
		t.Format = r.pick("email", "date-time", "int", "two words")
	}
	if r.IntN(5) == 0 {
		t.Values = r.values()
	}
}

func (r *random) values() (list []string) {
	for range 1 + r.IntN(3) {
		list = append(list, r.literal())
	}
	return list
}

func (r *random) span(over, under string) (low, high string) {
	n := r.pick("", "0", "1", "-7", "1.5e2")
	switch r.IntN(4) {
	case 0:
		return n, n
	case 1:
		return n, ""
	case 2:
		return "", n
	}
	return over + "2", under + "9"
}

func newRandom(seed uint64) *random { return &random{Rand: rand.New(rand.NewPCG(seed, 7))} }

func TestEverySignatureReadsBack(t *testing.T) {
	for seed := range uint64(5_000) {
		sig := newRandom(seed).signature()
		line := sig.String()
		if strings.ContainsAny(line, "\n\r\u2028\u2029\u0085") {
			t.Fatalf("more than a line: %q", line)
		}
		back, err := ParseSignature(line)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, line)
		}
		if diff := cmp.Diff(sig, back, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("seed %d: %s\n%s", seed, line, diff)
		}
	}
}

func TestEveryRegistryReadsBack(t *testing.T) {
	for seed := range uint64(300) {
		r := newRandom(seed)
		pool := make([]Member, 12)
		for i := range pool {
			pool[i] = Member{Name: fmt.Sprint("p", i), Optional: r.IntN(2) == 0, Type: r.typ(1)}
		}
		var entries []Entry
		for range r.IntN(30) {
			sig := &Signature{Result: r.signature().Result}
			from := r.IntN(len(pool))
			sig.Params = append(sig.Params, pool[from:from+r.IntN(len(pool)-from+1)]...)
			entries = append(entries, Entry{Name: r.toolName(), Line: sig.String(), About: r.pick("", "Does it: well; (really) &a -> b.")})
		}
		text := Render(entries)
		if lines := strings.Count(text, "\n"); lines != strings.Count(text, "\n&")+len(entries)+min(1, len(entries)) {
			t.Fatalf("%d tools, %d lines:\n%s", len(entries), lines, text)
		}
		back, err := ParseRegistry(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if diff := cmp.Diff(entries, back); diff != "" {
			t.Fatalf("%s\n%s", text, diff)
		}
		if again := Render(back); again != text {
			t.Fatalf("the second time it is\n%s\nand not\n%s", again, text)
		}
	}
}

func FuzzParseSignature(f *testing.F) {
	for seed := range uint64(50) {
		f.Add(newRandom(seed).signature().String())
	}
	for _, s := range []string{"(a:b|c)", "(a:(int))", "(a:(b)[] c:(d e)?)", "(a:int(..))", `(a:{*:str}="x")`, "() -> content", `() -> "content"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		sig, err := ParseSignature(text)
		if err != nil {
			return
		}
		line := sig.String()
		back, err := ParseSignature(line)
		if err != nil {
			t.Fatalf("%q is %q: %v", text, line, err)
		}
		if diff := cmp.Diff(sig, back); diff != "" {
			t.Fatalf("%q is %q: %s", text, line, diff)
		}
		if strings.ContainsAny(line, "\n\r\u2028\u2029\u0085") {
			t.Fatalf("more than a line: %q", line)
		}
	})
}

func FuzzParseRegistry(f *testing.F) {
	f.Add("# tool(parameters)\n&a x y\n&b &a z\none(&b w) -> {a}: Does one.\ntwo()\n\"3d\"(&a): x\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		entries, err := ParseRegistry(text)
		if err != nil {
			return
		}
		back, err := ParseRegistry(Render(entries))
		if diff := cmp.Diff(entries, back); err != nil || diff != "" {
			t.Fatalf("%v %s", err, diff)
		}
	})
}
