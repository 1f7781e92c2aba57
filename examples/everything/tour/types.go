package tour

import (
	"encoding/json"
	"fmt"
)

// Night is a night at the telescope.
type Night struct {
	// Observer is who comes.
	//
	//mcp:field name=observer title=Observer desc="full name" minLength=2 maxLength=80 example="Ada Lovelace"
	Observer string `json:"observer"`

	// Mail is where the confirmation goes.
	//
	//mcp:field format=email required
	Mail *string `json:"mail"`

	// Hours is how long.
	//
	//mcp:field min=1 max=12 default=4 header=Hours
	Hours int `json:"hours"`

	// Temperature is the lowest that the observer bears.
	//
	//mcp:field exclusiveMin=-60 exclusiveMax=60 multipleOf=0.5
	Temperature *float64 `json:"temperature,omitempty"`

	// Room is where the observer sleeps, such as B2.
	//
	//mcp:field pattern=^[A-Z][0-9]$
	Room *string `json:"room,omitempty"`

	// Targets are what is observed.
	//
	//mcp:field minItems=1 maxItems=3 unique
	Targets []string `json:"targets"`

	// Filter is what is put before the lens; others may be ordered.
	//
	//mcp:field enum=open
	Filter Filter `json:"filter,omitempty"`

	// Eyepieces are counted by their focal length. A tag of invopop/jsonschema
	// means the same as a directive.
	Eyepieces map[string]int `json:"eyepieces,omitempty" jsonschema:"title=Eyepieces"`
}

// Filter is a filter for light.
type Filter string

// The filters in the drawer.
const (
	Moon   Filter = "moon"   // dims everything
	Nebula Filter = "nebula" // lets two lines through
)

// Entry is a line of the logbook.
type Entry struct {
	Author string `json:"author"` // who writes
	Text   string `json:"text"`   // what there is to say
}

// Target is where the telescope can point to.
//
//mcp:oneof discriminator=by name=ByName position=ByPosition
type Target interface{ where() string }

// ByName is a target of the catalogue.
type ByName struct {
	Name string `json:"name"`
}

func (t ByName) where() string { return "pointing to " + t.Name }

// ByPosition is a target by its height and its direction.
type ByPosition struct {
	Altitude Angle `json:"altitude"`
	Azimuth  Angle `json:"azimuth"`
}

func (t ByPosition) where() string {
	return fmt.Sprintf("pointing to %s and %s", t.Altitude, t.Azimuth)
}

// Angle is an angle; on the wire it is text, such as 41:16 for 41 degrees and 16
// minutes.
type Angle struct{ degrees, minutes int }

// String returns the angle as on the wire.
func (a Angle) String() string { return fmt.Sprintf("%d:%02d", a.degrees, a.minutes) }

func parseAngle(text []byte) (a Angle, err error) {
	var s string
	if err := json.Unmarshal(text, &s); err != nil {
		return a, err
	}
	if _, err := fmt.Sscanf(s, "%d:%02d", &a.degrees, &a.minutes); err != nil || a.String() != s || a.degrees > 360 || a.minutes > 59 {
		return a, fmt.Errorf("%q is no angle such as 41:16", s)
	}
	return a, nil
}

func formatAngle(a Angle) ([]byte, error) { return json.Marshal(a.String()) }

// Chart is what can be seen of the sky.
type Chart struct {
	Objects []Object `json:"objects"`
}

// Summary says how much there is in a chart.
//
//mcp:summary
func (c Chart) Summary() string { return fmt.Sprintf("%d objects", len(c.Objects)) }
