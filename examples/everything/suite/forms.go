package suite

import mcpruntime "github.com/mcpgen/mcpgen/runtime"

// choices is the form of Choices with the names of legacyEnum in the keyword of
// 2025-06-18, which later revisions have besides titles.
const choices = `{"type":"object","properties":{` +
	`"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},` +
	`"titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},` +
	`"legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["Option One","Option Two","Option Three"]},` +
	`"untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},` +
	`"titledMulti":{"type":"array","items":{"anyOf":[{"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]}}}}`

// addForms says how the one form is asked for that generated code does not ask
// for like that; it is read by generated code.
func addForms(srv *mcpruntime.Server) { mcpruntime.AddForm[Choices](srv, choices, nil) }
