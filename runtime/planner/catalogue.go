package planner

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Tool is what a registry knows of a tool. It must not be changed.
type Tool struct {
	Entry
	// Description is all that is said of the tool; About is what [About] makes of it.
	Description string
	Groups      []string
	Stage       string
	// ReadOnly is set when a call changes nothing.
	ReadOnly bool
	// Input is the JSON Schema of the arguments; descriptions of parameters are
	// read from it when somebody wants them.
	Input string
	// Open is set when the tool takes more than its line says, as one whose line
	// was made from its schemas may.
	Open bool
}

// Contents is what a [Registry] is made of.
type Contents struct {
	// Tools have a name each, of their own; About is taken from the description
	// where it is empty.
	Tools []Tool
	// Groups are descriptions of groups.
	Groups map[string]string
	// Profiles are selections with a name, which name no profiles themselves.
	Profiles map[string]Select
}

// Registry is all tools of a server, by name. It does not change: a server
// makes another one when its tools do. It is safe for concurrent use.
type Registry struct {
	groups   map[string]string
	profiles map[string]Select
	whole    *View
	digests  map[string]string // of the tools
	selected recent            // views, by what they were selected from and how
	views    recent            // by their digests, so that two ways to one selection share its forms
	index    func() *index
	faults   []error // of tools that are not in it
}

// NewRegistry returns the registry of tools. What is wrong with them, [Registry.Err]
// tells.
func NewRegistry(c Contents) *Registry {
	r := &Registry{
		groups:   c.Groups,
		profiles: map[string]Select{ProfileWorkflow: {Groups: []string{ProfileWorkflow}}},
		digests:  map[string]string{},
		selected: recent{limit: maxViews},
		views:    recent{limit: maxViews},
	}
	maps.Copy(r.profiles, c.Profiles)
	var tools []*Tool
	for i, t := range c.Tools {
		if t.Name == "" {
			r.faults = append(r.faults, fmt.Errorf("tool %d has no name", i+1))
			continue
		}
		if r.digests[t.Name] != "" {
			r.faults = append(r.faults, fmt.Errorf("two tools are called %q", t.Name))
			continue
		}
		t.About = cmp.Or(unbroken(t.About), About(t.Name, t.Description))
		t.Line = cmp.Or(t.Line, noParameters)
		r.digests[t.Name] = t.digest()
		tools = append(tools, &t)
	}
	slices.SortFunc(tools, func(a, b *Tool) int { return strings.Compare(a.Name, b.Name) })
	r.whole = r.view(tools)
	r.index = sync.OnceValue(func() *index { return newIndex(tools) })
	return r
}

// Err returns what is wrong with the tools that the registry was made of: names
// that are missing or taken, of tools that it leaves out, and lines that cannot be
// read, which stand in it as they are; nil when there is nothing.
func (r *Registry) Err() error {
	faults := slices.Clip(r.faults)
	for _, t := range r.whole.tools {
		if _, err := ParseSignature(t.Line); err != nil {
			faults = append(faults, fmt.Errorf("the line of tool %q: %w", t.Name, err))
		}
	}
	return errors.Join(faults...)
}

// Hash is 12 hexadecimal digits that change with the contents.
func (r *Registry) Hash() string { return r.whole.Hash() }

// All returns the view of every tool.
func (r *Registry) All() *View { return r.whole }

// View returns the tools of a selection.
func (r *Registry) View(s Select) *View { return r.whole.Select(s) }

// Search returns the k tools that fit a query best, see [View.Search].
func (r *Registry) Search(query string, k int) []*Tool { return r.whole.Search(query, k) }

// Profiles returns the names of the profiles, in order.
func (r *Registry) Profiles() []string { return slices.Sorted(maps.Keys(r.profiles)) }

// digest is one of all that is known of the tool.
func (t *Tool) digest() string {
	promises := strconv.FormatBool(t.ReadOnly)
	if t.Open {
		promises += " open"
	}
	parts := []string{t.Name, t.Line, t.About, t.Description, t.Stage, promises, t.Input}
	return digest(append(parts, t.Groups...))
}

// digest is one of texts, each of which ends where it says.
func digest(parts []string) string {
	h := sha256.New()
	for _, part := range parts {
		_, _ = io.WriteString(h, strconv.Itoa(len(part))+":"+part) // a hash takes everything
	}
	return hex.EncodeToString(h.Sum(nil))
}

// maxViews is how many views a registry keeps for the next who asks.
const maxViews = 256

// recent keeps the views that were made last, of which the oldest go first.
type recent struct {
	limit int

	mu    sync.Mutex
	views map[string]*View
	order []string
}

// get returns the view under a key, which is made when it is not there.
func (c *recent) get(key string, made func() *View) *View {
	c.mu.Lock()
	v := c.views[key]
	c.mu.Unlock()
	if v != nil {
		return v
	}
	return c.put(key, made())
}

// put keeps a view, unless somebody was quicker; it returns the one that is kept.
func (c *recent) put(key string, v *View) *View {
	c.mu.Lock()
	defer c.mu.Unlock()
	if first := c.views[key]; first != nil {
		return first
	}
	if c.views == nil {
		c.views = map[string]*View{}
	}
	if len(c.order) == c.limit {
		delete(c.views, c.order[0])
		c.order = c.order[1:]
	}
	c.views[key] = v
	c.order = append(c.order, key)
	return v
}
