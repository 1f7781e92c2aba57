package parser

import (
	"strconv"
	"strings"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
	"github.com/mcpgen/mcpgen/parser/directive"
)

// holding says what a resource holds whose function returns t; false when it
// is none.
func holding(t *model.Type) (model.Holding, bool) {
	isContents := func(t *model.Type) bool { return t.Kind == model.Native && t.Basic == "Contents" }
	switch {
	case isText(t):
		return model.HoldsText, true
	case t.Kind == model.Bytes && t.Elem == nil:
		return model.HoldsBytes, true
	case isContents(t):
		return model.HoldsContents, true
	case t.Kind == model.List && isContents(t.Elem):
		return model.HoldsParts, true
	}
	return "", false
}

// isListing reports whether a function returns resources.
func isListing(fn *model.Func) bool {
	if len(fn.Results) != 1 || fn.Results[0].Type.Kind != model.List {
		return false
	}
	elem := fn.Results[0].Type.Elem
	return elem.Kind == model.Native && elem.Basic == "Resource"
}

func (s *signature) resource(args *directive.Resource) {
	if isListing(&s.fn) {
		s.listing(args)
		return
	}
	var holds model.Holding
	if !s.onlyResult("a resource returns a string, a []byte, mcpruntime.Contents or a slice of these, or []mcpruntime.Resource to list some", func(t *model.Type) (ok bool) {
		holds, ok = holding(t)
		return ok
	}) || !args.URI.Set {
		return
	}
	size, _ := strconv.Atoi(args.Size.Value)
	s.out.Resources = append(s.out.Resources, &model.Resource{
		URI: args.URI.Value, Name: s.wireName(args.Name), Title: args.Title.Value, MIME: args.MIME.Value,
		Doc: describeGroup(s.doc).Doc, Template: strings.ContainsRune(args.URI.Value, '{'), Holds: holds,
		Size: size, Audience: args.Audience.Values(), Priority: args.Priority.Value, Func: s.fn, Pos: s.offer.at(0),
	})
}

// listing enters a function that lists the resources of a template.
func (s *signature) listing(args *directive.Resource) {
	for key, t := range map[string]directive.Text{"title": args.Title, "mime": args.MIME, "size": args.Size, "priority": args.Priority} {
		if t.Set {
			s.notOfListing(key, t)
		}
	}
	for _, t := range args.Audience {
		s.notOfListing("audience", t)
	}
	if !args.URI.Set {
		return
	}
	s.out.Listings = append(s.out.Listings, &model.Listing{
		Name: s.wireName(args.Name), Template: args.URI.Value, Doc: describeGroup(s.doc).Doc, Func: s.fn, Pos: s.offer.at(0),
	})
}

func (s *signature) notOfListing(key string, t directive.Text) {
	s.found = append(s.found, s.offer.finding(t.KeyOffset, diag.BadListing,
		key+"= says something of one resource, and "+s.fn.Name+" lists many", "say it in each mcpruntime.Resource that it returns"))
}
