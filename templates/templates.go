// Package templates embeds the text that is no Go source: the pages that
// emit/docs fills in. Go source is never made from a template.
package templates

import "embed"

// FS holds the templates by folder; a template is called as what it makes,
// with .tmpl behind.
//
//go:embed docs/*.tmpl
var FS embed.FS
