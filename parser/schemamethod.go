package parser

import (
	"context"
	"errors"
	"fmt"
	"go/types"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
)

// SchemaType is a type with a method JSONSchema, by import path and name.
type SchemaType struct{ Path, Name string }

// opaqueType is a type with JSON code of its own and no declared form.
type opaqueType struct {
	named *model.Named
	typ   *types.Named
	code  ownCode
	at    place
}

// forms gives a form to the types whose code hides it, where their method
// JSONSchema may be run, and warns of the others.
func (a *analysis) forms(ctx context.Context, cfg Config) {
	var ask []SchemaType
	for _, o := range a.types.opaque {
		if cfg.Schemas != nil && hasSchemaMethod(o.typ) {
			ask = append(ask, SchemaType{o.typ.Obj().Pkg().Path(), o.typ.Obj().Name()})
		}
	}
	var schemas map[string]string
	var failed error
	if len(ask) > 0 && !a.found.HasErrors() && !a.types.found.HasErrors() {
		schemas, failed = cfg.Schemas(ctx, Root{Path: a.root.pkg.PkgPath, Dir: a.root.dir}, a.root.pkg.Name, ask)
	}
	for _, o := range a.types.opaque {
		switch {
		case cfg.Schemas == nil || !hasSchemaMethod(o.typ):
			a.types.warnOpaque(o)
		case failed != nil:
			a.types.helperFailed(o, failed)
		case schemas != nil:
			a.types.methodSchema(o, schemas[qualified(o.typ.Obj())])
		}
	}
}

func (w *walker) helperFailed(o opaqueType, err error) {
	line, _, _ := strings.Cut(err.Error(), "\n")
	w.report(o.at, diag.HelperFailed, fmt.Sprintf("%s: the method JSONSchema of %s does not run: %s", o.at.path, w.spell(o.typ), line),
		"mend it, or declare the form: //mcp:type "+w.typePath(o.typ)+" schema=...")
}

// methodSchema takes what a method JSONSchema has returned.
func (w *walker) methodSchema(o opaqueType, text string) {
	schema, wire, err := checkSchema(withoutHeader(text))
	if schema == "true" || schema == "{}" {
		err = errors.New("it allows anything")
	}
	if err != nil {
		w.report(o.at, diag.HelperFailed, fmt.Sprintf("%s: the method JSONSchema of %s returns no schema that can be used: %v", o.at.path, w.spell(o.typ), err),
			"mend it, or declare the form: //mcp:type "+w.typePath(o.typ)+" schema=...")
		return
	}
	o.named.Code.Schema, o.named.Code.Wire = schema, wire
}

// withoutHeader drops what a schema says of itself as a whole document.
func withoutHeader(text string) string {
	members, ok := model.RawMembers(text)
	if !ok {
		return text
	}
	var kept []string
	for _, m := range members {
		if m.Name != "$schema" && m.Name != "$id" {
			kept = append(kept, model.Quote(m.Name)+":"+string(m.Value))
		}
	}
	return "{" + strings.Join(kept, ",") + "}"
}

// hasSchemaMethod reports whether values of a type have the method by which
// invopop/jsonschema asks for a schema.
func hasSchemaMethod(t *types.Named) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, false, nil, "JSONSchema")
	f, ok := obj.(*types.Func)
	if !ok || t.TypeArgs().Len() > 0 || f.Signature().Params().Len() > 0 || f.Signature().Results().Len() != 1 {
		return false
	}
	p, ok := f.Signature().Results().At(0).Type().(*types.Pointer)
	if !ok {
		return false
	}
	result, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && qualified(result.Obj()) == "github.com/invopop/jsonschema.Schema"
}
