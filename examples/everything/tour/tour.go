// Package tour has every directive, and every argument of each, at least once:
// the server of a small observatory.
//
//mcp:server name=everything version=1.0.0 title="Everything" prefix=tour_ lenient=false ttl=1m cache=public icon=https://example.com/dome.svg group.catalogue="What there is in the sky, and nights to look at it." instructions="Tools that begin with tour_ are those of an observatory; the others are for the conformance suite."
//mcp:type Angle schema={"type":"string","pattern":"^[0-9]+:[0-9]{2}$"} decode=parseAngle encode=formatAngle
package tour

//go:generate go tool mcpgen

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// Observatory is what the tools work on.
type Observatory struct {
	// Changed is told the URI of a resource that has changed; it may be nil.
	Changed func(uri string)

	mu     sync.Mutex
	nights []Night
	log    []string
}

// Kind of a thing in the sky.
type Kind string

// The kinds that the catalogue has.
const (
	Star   Kind = "star"
	Planet Kind = "planet"
	Galaxy Kind = "galaxy"
)

// Object is an entry of the catalogue.
type Object struct {
	Name       string    `json:"name"`
	Kind       Kind      `json:"kind"`
	Magnitude  float64   `json:"magnitude"` // the smaller, the brighter
	Discovered time.Time `json:"discovered,omitzero"`
}

var catalogue = []Object{
	{Name: "andromeda", Kind: Galaxy, Magnitude: 3.5},
	{Name: "neptune", Kind: Planet, Magnitude: 8, Discovered: time.Date(1846, time.September, 23, 0, 0, 0, 0, time.UTC)},
	{Name: "sirius", Kind: Star, Magnitude: -1.5},
	{Name: "vega", Kind: Star, Magnitude: 0},
}

// Find returns what the catalogue has.
//
//mcp:tool name=find_objects title="Find objects" group=catalogue group=planning stage=plan readonly idempotent openworld=false meta.example.com/owner=catalogue icon="https://example.com/telescope.svg image/svg+xml any" timeout=10s
//mcp:param kind name=type title="Kind of object" desc="what to look for" example=star
//mcp:param words minLength=2 maxLength=40 pattern="^[a-z ]+$"
//mcp:param limit min=1 max=50 default=10
//mcp:param faintest exclusiveMin=-30 exclusiveMax=40 multipleOf=0.5
//mcp:param without maxItems=5 minItems=1 unique
//mcp:param since format=date
//mcp:param order enum=name|magnitude
//mcp:param observer required
//mcp:param site header=Site
//mcp:param caller hidden=principal
func (o *Observatory) Find(ctx context.Context,
	kind *Kind,
	words *string, // part of the name
	limit int, // how many at most
	faintest *float64, // the greatest magnitude
	since *string, // the day of the oldest discovery
	order string, // what the list is sorted by
	observer *string, // who asks
	site *string, // the observatory to ask, for whoever passes the request on
	caller string,
	without ...string, // names to leave out
) ([]Object, error) {
	mcpruntime.Logger(ctx).Debug("looking", "observer", *observer, "caller", caller, "order", order)
	found := []Object{}
	for i, object := range catalogue {
		mcpruntime.Progress(ctx, float64(i), float64(len(catalogue)), object.Name)
		switch {
		case kind != nil && object.Kind != *kind,
			words != nil && !strings.Contains(object.Name, *words),
			faintest != nil && object.Magnitude > *faintest,
			since != nil && object.Discovered.Format(time.DateOnly) < *since,
			slices.Contains(without, object.Name):
			continue
		}
		found = append(found, object)
	}
	if order == "magnitude" {
		slices.SortStableFunc(found, func(a, b Object) int { return cmp.Compare(a.Magnitude, b.Magnitude) })
	}
	return found[:min(limit, len(found))], nil
}

// Book books the telescope. A client that sends more than it is asked for, or
// numbers as text, is understood.
//
//mcp:tool open lenient destructive=false
func (o *Observatory) Book(night Night) (booked int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.nights = append(o.nights, night)
	return len(o.nights)
}

// Note writes a line into the logbook. The entry is one argument, and not its
// fields.
//
//mcp:tool args=entry
func (o *Observatory) Note(entry Entry) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.log = append(o.log, fmt.Sprintf("%s: %s", entry.Author, entry.Text))
	if o.Changed != nil {
		o.Changed("tour://logbook")
	}
}

// Sky takes down what can be seen. It stays here, and is looked into with what
// takes it.
//
//mcp:tool readonly output=handle kind=sky
func Sky(faintest float64) Chart {
	chart := Chart{Objects: []Object{}}
	for _, object := range catalogue {
		if object.Magnitude <= faintest {
			chart.Objects = append(chart.Objects, object)
		}
	}
	return chart
}

// Brightest names the brightest object of a sky.
//
//mcp:tool readonly
func Brightest(sky mcpruntime.Handle[Chart]) (string, error) {
	objects := sky.Value().Objects
	if len(objects) == 0 {
		return "", mcpruntime.Errorf("empty", "there is nothing in this sky")
	}
	return slices.MinFunc(objects, func(a, b Object) int { return cmp.Compare(a.Magnitude, b.Magnitude) }).Name, nil
}

// Cancel cancels all nights that are booked, when the user says so.
//
//mcp:tool destructive approve idempotent=false
func (o *Observatory) Cancel() (cancelled int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	cancelled, o.nights = len(o.nights), nil
	return cancelled
}

// Point turns the telescope.
//
//mcp:tool readonly=false
func (o *Observatory) Point(
	target Target, // where to
) string {
	return target.where()
}

// Logbook is all that was written down.
//
//mcp:resource uri=tour://logbook name=logbook title="The logbook" mime=text/plain audience=user audience=assistant priority=0.5 ttl=10s cache=private
func (o *Observatory) Logbook() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return strings.Join(o.log, "\n")
}

// Motto stands over the door.
//
//mcp:resource uri=tour://motto size=13 icon=https://example.com/door.svg meta.example.com/owner=house
func Motto() string { return "Per aspera..." }

// Card is the card of an object.
//
//mcp:resource uri=tour://objects/{name}{?limit} mime=application/json
func Card(name string,
	limit *int, // the most characters to return
) (string, error) {
	for _, object := range catalogue {
		if object.Name != name {
			continue
		}
		text, err := json.Marshal(object)
		if limit != nil {
			text = text[:max(0, min(*limit, len(text)))]
		}
		return string(text), err
	}
	return "", mcpruntime.Errorf(mcpruntime.CodeNotFound, "the catalogue has no %s", name)
}

// Cards are the objects of which there are cards.
//
//mcp:resource uri=tour://objects/{name}{?limit}
func Cards() []mcpruntime.Resource {
	var list []mcpruntime.Resource
	for _, object := range catalogue {
		list = append(list, mcpruntime.Resource{URI: "tour://objects/" + object.Name, Name: object.Name, LastModified: object.Discovered})
	}
	return list
}

// Names completes the name of an object.
//
//mcp:complete uri=tour://objects/{name}{?limit} arg=name
//mcp:complete prompt=plan_night arg=target
func Names(prefix string) []string {
	var names []string
	for _, object := range catalogue {
		if strings.HasPrefix(object.Name, prefix) {
			names = append(names, object.Name)
		}
	}
	return names
}

// Plan asks for the plan of a night.
//
//mcp:prompt name=plan_night title="Plan a night" icon=https://example.com/night.svg meta.example.com/owner=planning
//mcp:param hours default=4 min=1 max=12
func Plan(
	place string, // where the telescope stands
	hours int, // how long the night is
	target *string, // what to look at
) []mcpruntime.Message {
	text := fmt.Sprintf("Plan %d hours at the telescope in %s. Use find_objects.", hours, place)
	if target != nil {
		text += " Look at " + *target + "."
	}
	return mcpruntime.UserText(text)
}
