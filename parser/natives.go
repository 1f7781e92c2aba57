package parser

import (
	"go/types"
	"slices"

	"github.com/mcpgen/mcpgen/internal/diag"
	"github.com/mcpgen/mcpgen/internal/model"
)

// sdkPath is the import path of the SDK.
const sdkPath = "github.com/modelcontextprotocol/go-sdk/mcp"

// contentTypes are the types of content, which the runtime and the SDK call alike.
var contentTypes = []string{"Content", "TextContent", "ImageContent", "AudioContent", "ResourceLink", "EmbeddedResource"}

// natives are the types of the runtime that are no data but what they say, by
// the directive of the functions that may return them.
var natives = map[string][]string{"resource": {"Contents", "Resource"}, "prompt": {"Message"}, "tool": contentTypes}

// native returns a type of the runtime that the function may return, or a slice
// of one; nil for any other type.
func (s *signature) native(t types.Type) *model.Type {
	switch t := types.Unalias(t).(type) {
	case *types.Slice:
		elem := s.native(t.Elem())
		if elem == nil || elem.Kind != model.Native || s.offer.Name == "tool" && elem.Basic != "Content" {
			return nil
		}
		return &model.Type{Kind: model.List, Elem: elem}
	case *types.Pointer:
		named, ok := types.Unalias(t.Elem()).(*types.Named)
		if !ok || s.offer.Name != "tool" || qualified(named.Obj()) != sdkPath+"."+model.SDKResult {
			return nil
		}
		s.types.imports[sdkPath] = named.Obj().Pkg().Name()
		return &model.Type{Kind: model.Ptr, Elem: &model.Type{Kind: model.Native, Basic: model.SDKResult}}
	case *types.Named:
		if name := t.Obj().Name(); slices.Contains(natives[s.offer.Name], name) && qualified(t.Obj()) == runtimePath+"."+name {
			return &model.Type{Kind: model.Native, Basic: name}
		}
	}
	return nil
}

// noData says why a type of the runtime or of the SDK is no data, and what it is
// for; "" for all others.
func noData(t *types.Named) (why, hint string) {
	if t.Obj().Pkg() == nil {
		return "", ""
	}
	name, runtime := t.Obj().Name(), t.Obj().Pkg().Path() == runtimePath
	switch {
	case !runtime && t.Obj().Pkg().Path() != sdkPath:
		return "", ""
	case runtime && name == "Message":
		return "is a message of a prompt", "a prompt returns it, or a list of them"
	case runtime && name == "Contents":
		return "is what a resource holds", "a resource returns it, or a list of them"
	case !runtime && name == model.SDKResult:
		return "is all of a tool's result", "a tool returns a pointer to it, and nothing beside"
	case slices.Contains(contentTypes, name):
		return "is content, not data", "a tool returns one content of mcpruntime or a []mcpruntime.Content, and nothing beside; in data, write a string or a []byte"
	}
	return "", ""
}

// standsAlone reports content among several results.
func (s *signature) standsAlone(entries []*entry) {
	if len(s.fn.Results) < 2 {
		return
	}
	for i, r := range s.fn.Results {
		if r.Type.IsContent() {
			s.fail(entries[i].pos, diag.BadResults, "result "+r.Go+" of several is no data, and stands by itself",
				"return a []mcpruntime.Content, or a *mcp.CallToolResult, which has structured content too")
		}
	}
}
