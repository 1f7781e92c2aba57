package parser

import (
	"cmp"
	"fmt"
	"go/types"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/runtime/format"
)

// codeMethod is the method by which encoding/json reads or writes a type; the
// zero value stands for none.
type codeMethod struct {
	name string
	// index is the way to the method through embedded fields; its last element
	// is the method's own.
	index []int
}

func (m codeMethod) promoted() bool { return len(m.index) > 1 }

// ownCode is how a type takes its JSON form into its own hands.
type ownCode struct{ read, write codeMethod }

func (c ownCode) none() bool { return c.read.name == "" && c.write.name == "" }

// first names a method of the code; "" when there is none.
func (c ownCode) first() string { return cmp.Or(c.write.name, c.read.name) }

// ownCodeOf finds the methods of an addressable value of type t, as
// encoding/json does: JSON code before text code, promoted methods included.
func ownCodeOf(t types.Type) ownCode {
	if types.IsInterface(t) {
		return ownCode{}
	}
	return ownCode{codecMethod(t, true, "UnmarshalJSON", "UnmarshalText"), codecMethod(t, true, "MarshalJSON", "MarshalText")}
}

// codecMethod returns the first of two methods that t has with the signature
// that counts.
func codecMethod(t types.Type, addressable bool, names ...string) codeMethod {
	for _, name := range names {
		obj, index, _ := types.LookupFieldOrMethod(t, addressable, nil, name)
		if f, ok := obj.(*types.Func); ok && isCodec(f.Signature(), strings.HasPrefix(name, "Un")) {
			return codeMethod{name, index}
		}
	}
	return codeMethod{}
}

// method finds a method of t or *t.
func method(t types.Type, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	f, _ := obj.(*types.Func)
	return f
}

var errorType = types.Universe.Lookup("error").Type()

// isError reports whether values of t are errors.
func isError(t types.Type) bool {
	return types.Implements(t, errorType.Underlying().(*types.Interface))
}

// isCodec reports whether a signature is func([]byte) error, for reading, or
// func() ([]byte, error).
func isCodec(sig *types.Signature, reads bool) bool {
	in, out := sig.Params(), sig.Results()
	if reads {
		return in.Len() == 1 && out.Len() == 1 && isBytes(in.At(0).Type()) && types.Identical(out.At(0).Type(), errorType)
	}
	return in.Len() == 0 && out.Len() == 2 && isBytes(out.At(0).Type()) && types.Identical(out.At(1).Type(), errorType)
}

func isBytes(t types.Type) bool {
	return types.Identical(t, types.NewSlice(types.Typ[types.Uint8]))
}

// quotedText lists the types of the standard library whose JSON code does no
// more than put their text into quotes.
var quotedText = map[string]bool{"log/slog.Level": true}

// standardText describes types of the standard library as what they are on the
// wire: their own comments are about Go.
var standardText = map[string]string{
	"log/slog.Level":     "A log level, such as WARN or INFO+2.",
	"math/big.Float":     "A number as text, such as 1.5.",
	"math/big.Rat":       "A fraction as text, such as 3/4.",
	"net.IP":             "An IP address.",
	"net/netip.Addr":     "An IP address.",
	"net/netip.AddrPort": "An IP address and a port, such as 192.0.2.1:80.",
	"net/netip.Prefix":   "A network, such as 192.0.2.0/24.",
}

// own describes a type that has code of its own; false when it was refused.
func (w *walker) own(n *model.Named, t *types.Named, code ownCode, at place) bool {
	if quotedText[qualified(t.Obj())] {
		code.read.name, code.write.name = "UnmarshalText", "MarshalText"
	}
	n.Doc = cmp.Or(standardText[qualified(t.Obj())], n.Doc)
	via := embeddedCode(t, code)
	if via != nil {
		w.lostFields(t, via, at)
	}
	if via != nil && w.delegates(via, code) {
		n.Via, n.Type = via.Name(), w.typ(via.Type(), at.sub("."+via.Name()))
		return n.Type != nil
	}
	n.Code = &model.Code{
		Read: code.read.name, Write: code.write.name, Under: underKind(t.Underlying()),
		Foreign: !w.prog.sameModule(w.root, t.Obj().Pkg()),
	}
	if code.read.name == "UnmarshalText" && code.write.name == "MarshalText" {
		n.Type = &model.Type{Kind: model.Text}
		if isUUID(t) {
			n.Rules = &model.Rules{Format: format.UUID}
		}
		return true
	}
	n.Type = &model.Type{Kind: model.Custom}
	w.opaque = append(w.opaque, opaqueType{n, t, code, at})
	return true
}

// warnOpaque warns of a type about whose form nothing is known.
func (w *walker) warnOpaque(o opaqueType) {
	t, at := o.typ, o.at
	var names []string
	for _, m := range []codeMethod{o.code.read, o.code.write} {
		if m.name != "" {
			names = append(names, m.name)
		}
	}
	hint := "say what it is on the wire: //mcp:type " + w.typePath(t) + " schema=... on the package clause"
	if t.TypeArgs().Len() > 0 {
		hint = "say what it is on the wire: embed it in a struct of your own, which has its code then, and write //mcp:type with the name of that and schema=... on the package clause"
	}
	if hasSchemaMethod(t) {
		hint += ", or run its method JSONSchema with the flag -helper"
	}
	w.report(at, diag.Opaque, fmt.Sprintf("%s: %s has its own code, %s, so the schema allows any value", at.path, w.spell(t), strings.Join(names, " and ")), hint)
}

// typePath is the subject of a //mcp:type for a type.
func (w *walker) typePath(t *types.Named) string {
	if t.Obj().Pkg() == w.root.pkg.Types {
		return t.Obj().Name()
	}
	return qualified(t.Obj())
}

// embeddedCode returns the embedded field from which a struct has all its code;
// nil when there is no such field.
func embeddedCode(t *types.Named, code ownCode) *types.Var {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || !code.read.promoted() || !code.write.promoted() || code.read.index[0] != code.write.index[0] {
		return nil
	}
	return st.Field(code.read.index[0])
}

// delegates reports whether reading and writing a struct is reading and writing
// the field that has its code.
func (w *walker) delegates(via *types.Var, code ownCode) bool {
	_, named := types.Unalias(via.Type()).(*types.Named) // not a pointer
	inner := ownCodeOf(via.Type())
	return named && inner.read.name == code.read.name && inner.write.name == code.write.name &&
		(via.Exported() || via.Pkg() == w.root.pkg.Types)
}

// lostFields warns of the fields beside the one that has the code of a struct.
func (w *walker) lostFields(t *types.Named, via *types.Var, at place) {
	var lost []string
	kept, _, _ := members(t.Underlying().(*types.Struct), t)
	for _, m := range kept {
		if m.vars[0] != via {
			lost = append(lost, dotted(m))
		}
	}
	if len(lost) > 0 {
		w.report(at, diag.LostFields, fmt.Sprintf("%s: %s is on the wire what its embedded %s is, and nothing of %s", at.path, w.spell(t), via.Name(), strings.Join(lost, ", ")),
			"give the embedded field a name")
	}
}

// underKind is the kind of a type for omitempty.
func underKind(under types.Type) model.Kind {
	switch u := under.(type) {
	case *types.Basic:
		return basics[u.Kind()].Kind
	case *types.Slice:
		return model.List
	case *types.Array:
		return model.Array
	case *types.Map:
		return model.Map
	case *types.Struct:
		return model.Ref
	}
	return model.Ptr
}

// isUUID reports whether the text of a type is that of a UUID, as its name and
// shape say.
func isUUID(t *types.Named) bool {
	a, ok := t.Underlying().(*types.Array)
	return ok && t.Obj().Name() == "UUID" && a.Len() == 16 && types.Identical(a.Elem(), types.Typ[types.Uint8])
}

// checkReached reports the types in a map value whose code has a pointer
// receiver: encoding/json does not find it there.
func (w *walker) checkReached(elem types.Type, at place) bool {
	if t := w.unreached(elem, map[types.Type]bool{}); t != nil {
		w.report(at, diag.OwnCode, fmt.Sprintf("%s: the JSON or text code of %s has a pointer receiver, which encoding/json does not find in the value of a map", at.path, w.spell(t)),
			"use a map of pointers: map[K]*"+w.spell(elem))
		return false
	}
	return true
}

// unreached returns a type inside t, not behind a pointer, slice or map, that is
// written otherwise when it has no address.
func (w *walker) unreached(t types.Type, seen map[types.Type]bool) types.Type {
	t = types.Unalias(t)
	if seen[t] {
		return nil
	}
	seen[t] = true
	if named, ok := t.(*types.Named); ok {
		if d := w.forms[qualified(named.Obj())]; d != nil && d.args.Encode.Set {
			return nil
		}
	}
	code := ownCodeOf(t).write.name
	if code != codecMethod(t, false, "MarshalJSON", "MarshalText").name {
		return t
	}
	if code != "" {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return w.unreached(u.Elem(), seen)
	case *types.Struct:
		kept, _, _ := members(u, t)
		for _, m := range kept {
			if behindPointer(m) {
				continue
			}
			if inner := w.unreached(m.field().Type(), seen); inner != nil {
				return inner
			}
		}
	}
	return nil
}

// behindPointer reports whether a member is reached through an embedded
// pointer, so that it has an address.
func behindPointer(m member) bool {
	for _, v := range m.vars[:len(m.vars)-1] {
		if _, ok := v.Type().Underlying().(*types.Pointer); ok {
			return true
		}
	}
	return false
}
