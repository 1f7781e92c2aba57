package mcpruntime

import "github.com/modelcontextprotocol/go-sdk/mcp"

// Icon is a picture that hosts may show.
type Icon struct {
	// Source is an https:, http: or data: URL.
	Source string
	// MIME is the type of the picture; "" leaves it to what the URL says.
	MIME string
	// Sizes are such as "48x48", or "any" for a picture that scales.
	Sizes []string
	// Theme is "light" or "dark" for the background that it is made for; "" for
	// both.
	Theme string
}

// icons are icons in the SDK's terms; nil for none.
func icons(given []Icon) []mcp.Icon {
	if len(given) == 0 {
		return nil
	}
	list := make([]mcp.Icon, len(given))
	for i, icon := range given {
		list[i] = mcp.Icon{Source: icon.Source, MIMEType: icon.MIME, Sizes: icon.Sizes, Theme: mcp.IconTheme(icon.Theme)}
	}
	return list
}

// WithIcons gives the server icons.
func WithIcons(list ...Icon) Option {
	return func(o *options) { o.icons = append(o.icons, list...) }
}
