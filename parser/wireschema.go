package parser

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/parser/pattern"
)

// keywords are those of JSON Schema 2020-12 that a declared schema may use,
// with what each takes. What refers to other places is missing: a declared
// schema becomes part of others.
var keywords = map[string]func(json.RawMessage) error{
	"type": checkTypes, "enum": checkList, "const": checkNothing, "default": checkNothing, "examples": checkList,
	"title": checkString, "description": checkString, "$comment": checkString, "format": checkString,
	"contentEncoding": checkString, "contentMediaType": checkString, "pattern": checkPattern,
	"deprecated": checkBool, "readOnly": checkBool, "writeOnly": checkBool, "uniqueItems": checkBool,
	"minimum": checkNumber, "maximum": checkNumber, "exclusiveMinimum": checkNumber, "exclusiveMaximum": checkNumber, "multipleOf": checkStep,
	"minLength": checkCount, "maxLength": checkCount, "minItems": checkCount, "maxItems": checkCount,
	"minProperties": checkCount, "maxProperties": checkCount, "minContains": checkCount, "maxContains": checkCount,
	"required": checkNames, "dependentRequired": inMembers(checkNames),
}

// applicators are the keywords that hold schemas. They are no part of keywords
// because they lead back to it.
func applicator(keyword string) func(json.RawMessage) error {
	switch keyword {
	case "items", "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else", "unevaluatedItems", "unevaluatedProperties", "contentSchema":
		return checkSubschema
	case "prefixItems", "allOf", "anyOf", "oneOf":
		return checkSchemas
	case "properties", "patternProperties", "dependentSchemas":
		return inMembers(checkSubschema)
	}
	return keywords[keyword]
}

// checkSchema checks the schema of a declaration and returns it compact, with
// the types that its top level allows.
func checkSchema(text string) (compact string, wire []string, err error) {
	if err := checkSubschema(json.RawMessage(text)); err != nil {
		return "", nil, err
	}
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(text)); err != nil {
		return "", nil, err
	}
	members, _ := model.RawMembers(text)
	for _, m := range members {
		if m.Name == "type" {
			wire = typeNames(m.Value)
		}
	}
	return b.String(), wire, nil
}

func checkSubschema(raw json.RawMessage) error {
	if s := string(bytes.TrimSpace(raw)); s == "true" || s == "false" {
		return nil
	}
	members, ok := model.RawMembers(string(raw))
	if !ok {
		return errors.New("a schema is an object")
	}
	seen := map[string]bool{}
	for _, m := range members {
		check := applicator(m.Name)
		switch {
		case seen[m.Name]:
			return fmt.Errorf("%s stands twice", m.Name)
		case check == nil:
			return fmt.Errorf("the keyword %q is not supported", m.Name)
		}
		seen[m.Name] = true
		if err := check(m.Value); err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
	}
	return nil
}

func checkSchemas(raw json.RawMessage) error {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil || len(list) == 0 {
		return errors.New("want a list of schemas")
	}
	for _, s := range list {
		if err := checkSubschema(s); err != nil {
			return err
		}
	}
	return nil
}

// inMembers checks each member of an object.
func inMembers(check func(json.RawMessage) error) func(json.RawMessage) error {
	return func(raw json.RawMessage) error {
		members, ok := model.RawMembers(string(raw))
		if !ok {
			return errors.New("want an object")
		}
		for _, m := range members {
			if err := check(m.Value); err != nil {
				return fmt.Errorf("%s: %w", m.Name, err)
			}
		}
		return nil
	}
}

var jsonTypes = []string{"string", "number", "integer", "boolean", "array", "object", "null"}

// typeNames are the types that the keyword type lists.
func typeNames(raw json.RawMessage) []string {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return []string{one}
	}
	var list []string
	if json.Unmarshal(raw, &list) != nil {
		return nil
	}
	return list
}

func checkTypes(raw json.RawMessage) error {
	names := typeNames(raw)
	if len(names) == 0 {
		return errors.New("want the name of a type, or a list of them")
	}
	for i, name := range names {
		if !slices.Contains(jsonTypes, name) || slices.Contains(names[:i], name) {
			return fmt.Errorf("%q is no type, or stands twice", name)
		}
	}
	return nil
}

func checkNothing(json.RawMessage) error { return nil }

// checkAs wants a value that encoding/json reads as a T.
func checkAs[T any](raw json.RawMessage, want string, valid func(T) bool) error {
	var v T
	if string(raw) == "null" || json.Unmarshal(raw, &v) != nil || !valid(v) {
		return errors.New("want " + want)
	}
	return nil
}

func always[T any](T) bool { return true }

func checkString(raw json.RawMessage) error { return checkAs(raw, "a string", always[string]) }

func checkBool(raw json.RawMessage) error { return checkAs(raw, "true or false", always[bool]) }

func checkList(raw json.RawMessage) error {
	return checkAs(raw, "a list", always[[]json.RawMessage])
}

func checkNumber(raw json.RawMessage) error {
	return checkAs(raw, "a number", always[float64])
}

func checkStep(raw json.RawMessage) error {
	return checkAs(raw, "a number above zero", func(v float64) bool { return v > 0 })
}

func checkCount(raw json.RawMessage) error {
	return checkAs(raw, "a count", func(v json.Number) bool {
		_, err := strconv.ParseUint(v.String(), 10, 31)
		return err == nil && raw[0] != '"'
	})
}

func checkNames(raw json.RawMessage) error {
	return checkAs(raw, "a list of names that differ", func(names []string) bool {
		sorted := slices.Sorted(slices.Values(names))
		return len(slices.Compact(sorted)) == len(names)
	})
}

func checkPattern(raw json.RawMessage) error {
	if err := checkString(raw); err != nil {
		return err
	}
	_, err := pattern.Common(model.Unquote(string(raw)))
	return err
}
