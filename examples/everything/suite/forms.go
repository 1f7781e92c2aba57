package suite

import mcpruntime "github.com/mcpgen/mcpgen/runtime"

// addForms says how the forms of this package are asked for and read.
func addForms(srv *mcpruntime.Server) {
	mcpruntime.AddForm(srv, `{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}`, func(r *mcpruntime.Reader) (v Name) {
		for o := r.Object(&mcpruntime.Props{Names: []string{"name"}, Required: 1}); o.Next(); {
			v.Name = r.String()
		}
		return v
	})
	mcpruntime.AddForm(srv, `{"type":"object","properties":{"color":{"type":"string"}},"required":["color"]}`, func(r *mcpruntime.Reader) (v Color) {
		for o := r.Object(&mcpruntime.Props{Names: []string{"color"}, Required: 1}); o.Next(); {
			v.Color = r.String()
		}
		return v
	})
	mcpruntime.AddForm(srv, `{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}`, func(r *mcpruntime.Reader) (v Consent) {
		for o := r.Object(&mcpruntime.Props{Names: []string{"ok"}, Required: 1}); o.Next(); {
			v.OK = r.Bool()
		}
		return v
	})
	mcpruntime.AddForm(srv, `{"type":"object","properties":{"context":{"type":"string"}},"required":["context"]}`, func(r *mcpruntime.Reader) (v Topic) {
		for o := r.Object(&mcpruntime.Props{Names: []string{"context"}, Required: 1}); o.Next(); {
			v.Context = r.String()
		}
		return v
	})
	mcpruntime.AddForm(srv, `{"type":"object","properties":{"username":{"type":"string"},"email":{"type":"string"}},"required":["username","email"]}`, readAccount)
	mcpruntime.AddForm(srv, `{"type":"object","properties":{`+
		`"name":{"type":"string","default":"John Doe"},"age":{"type":"integer","default":30},"score":{"type":"number","default":95.5},`+
		`"status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},"verified":{"type":"boolean","default":true}}}`, readProfile)
	mcpruntime.AddForm(srv, `{"type":"object","properties":{`+
		`"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},`+
		`"titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},`+
		`"legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["Option One","Option Two","Option Three"]},`+
		`"untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},`+
		`"titledMulti":{"type":"array","items":{"anyOf":[{"const":"value1","title":"First Choice"},{"const":"value2","title":"Second Choice"},{"const":"value3","title":"Third Choice"}]}}}}`, readChoices)
}

func readAccount(r *mcpruntime.Reader) (v Account) {
	for o := r.Object(&mcpruntime.Props{Names: []string{"username", "email"}, Required: 3}); o.Next(); {
		switch o.Name() {
		case "username":
			v.Username = r.String()
		case "email":
			v.Email = r.String()
		}
	}
	return v
}

func readProfile(r *mcpruntime.Reader) (v Profile) {
	v = Profile{Name: "John Doe", Age: 30, Score: 95.5, Status: "active", Verified: true}
	for o := r.Object(&mcpruntime.Props{Names: []string{"name", "age", "score", "status", "verified"}}); o.Next(); {
		switch o.Name() {
		case "name":
			v.Name = r.String()
		case "age":
			v.Age = r.Int()
		case "score":
			v.Score = r.Float64()
		case "status":
			v.Status = r.StringEnum([]string{"active", "inactive", "pending"})
		case "verified":
			v.Verified = r.Bool()
		}
	}
	return v
}

func readChoices(r *mcpruntime.Reader) (v Choices) {
	for o := r.Object(&mcpruntime.Props{Names: []string{"untitledSingle", "titledSingle", "legacyEnum", "untitledMulti", "titledMulti"}}); o.Next(); {
		switch o.Name() {
		case "untitledSingle":
			v.UntitledSingle = r.StringEnum([]string{"option1", "option2", "option3"})
		case "titledSingle":
			v.TitledSingle = r.StringEnum([]string{"value1", "value2", "value3"})
		case "legacyEnum":
			v.LegacyEnum = r.StringEnum([]string{"opt1", "opt2", "opt3"})
		case "untitledMulti":
			v.UntitledMulti = readList(r, "option1", "option2", "option3")
		case "titledMulti":
			v.TitledMulti = readList(r, "value1", "value2", "value3")
		}
	}
	return v
}

func readList(r *mcpruntime.Reader, values ...string) (list []string) {
	for l := r.List(0, len(values)); l.Next(); {
		list = append(list, r.StringEnum(values))
	}
	return list
}
