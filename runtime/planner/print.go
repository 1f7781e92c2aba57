package planner

// String returns the line, without a line break; [ParseSignature] reads it back.
func (s *Signature) String() string {
	var w printer
	w.text("(")
	w.members(s.Params)
	w.text(")")
	switch r := s.Result; {
	case r == nil:
	case r.isContent():
		w.text(" -> " + contentLiteral) // a string, and not the word for content
	default:
		w.text(" -> ")
		w.whole(r)
	}
	return string(w.line)
}

// String returns the notation of a type.
func (t *Type) String() string {
	var w printer
	w.whole(t)
	return string(w.line)
}

// contentLiteral is the JSON of the word that stands for content.
const contentLiteral = `"content"`

// printer appends what parser reads, one method for each rule.
type printer struct {
	line []byte
	zcp  bool // in the style of [RenderZCP]
}

func (w *printer) text(s string) { w.line = append(w.line, s...) }

func (w *printer) separator() string {
	if w.zcp {
		return ","
	}
	return " "
}

func (w *printer) members(list []Member) {
	for i, m := range list {
		if i > 0 {
			w.text(w.separator())
		}
		w.member(m)
	}
}

func (w *printer) member(m Member) {
	w.name(m.Name)
	if m.Optional {
		w.text("?")
	}
	if w.zcp || !m.Type.plain() {
		w.text(":")
		w.whole(m.Type)
	}
	if m.Default != "" {
		w.text("=" + w.spelling(m.Default))
	}
}

// plain reports whether t is any string, which needs no notation.
func (t *Type) plain() bool {
	return t.Kind == Str && !t.Null && t.Step == "" && t.Low == "" && t.High == "" && t.Format == "" && len(t.Values) == 0
}

// open reports whether what stands behind t would belong to a part of it.
func (w *printer) open(t *Type) bool {
	values := (t.Kind == Enum || t.Kind.IsScalar()) && len(t.Values) > 0
	return t.Kind == Union || values && (w.zcp || len(t.Values) == 1)
}

// whole writes a type where nothing can follow that belongs to it.
func (w *printer) whole(t *Type) {
	if t.Null {
		w.closed(t)
		w.text("?")
		return
	}
	w.core(t)
}

// suffixed writes a type so that a suffix, or another case, can follow.
func (w *printer) suffixed(t *Type) {
	w.closed(t)
	if t.Null {
		w.text("?")
	}
}

func (w *printer) closed(t *Type) {
	if !w.open(t) {
		w.core(t)
		return
	}
	w.text("(")
	w.core(t)
	w.text(")")
}

// core writes a type but for whether it can be null.
func (w *printer) core(t *Type) {
	switch t.Kind {
	case Enum:
		w.values(t.Values)
	case List:
		w.suffixed(t.Elem)
		w.text("[" + span(t.Low, t.High) + "]")
	case Map:
		w.text("{*")
		if t.Key != nil {
			w.whole(t.Key)
		}
		w.text(":")
		w.whole(t.Elem)
		w.text("}")
	case Object:
		w.text("{")
		w.members(t.Members)
		w.text("}")
	case Union:
		for i, c := range t.Cases {
			if i > 0 {
				w.text("|")
			}
			w.suffixed(c)
		}
	case Named:
		w.named(t)
	case Handle:
		w.text("#")
		w.name(t.Name)
	case Content:
		w.text("content")
	default:
		w.scalar(t)
	}
}

func (w *printer) named(t *Type) {
	w.text("@")
	w.name(t.Name)
	if t.Elem != nil {
		w.text("(")
		w.whole(t.Elem)
		w.text(")")
	}
}

func (w *printer) scalar(t *Type) {
	w.text(string(t.Kind))
	if t.Format != "" {
		w.text("@")
		w.name(t.Format)
	}
	limits := span(t.Low, t.High)
	if t.Step != "" {
		limits += "%" + t.Step
	}
	if limits != "" {
		w.text("(" + limits + ")")
	}
	if len(t.Values) > 0 {
		w.text("~")
		w.values(t.Values)
	}
}

// values writes one value as it is, and several in parentheses, with blanks in
// between, which cost no tokens; ZCP has bars.
func (w *printer) values(list []string) {
	begin, between, end := "(", " ", ")"
	if w.zcp || len(list) == 1 {
		begin, between, end = "", "|", ""
	}
	w.text(begin)
	for i, v := range list {
		if i > 0 {
			w.text(between)
		}
		w.text(w.spelling(v))
	}
	w.text(end)
}

// spelling is how a value is written; ZCP has two words more.
func (w *printer) spelling(value string) string {
	if w.zcp && (value == contentLiteral || value == `"handle"`) {
		return value
	}
	return spelling(value)
}

func (w *printer) name(s string) { w.text(Word(s)) }

// span joins two bounds; equal ones are one number, none are nothing.
func span(low, high string) string {
	if low == high {
		return low
	}
	return low + ".." + high
}
