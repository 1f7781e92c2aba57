// Package hostile is for tests: a type with every kind of value that generated
// code reads, and documents made to cost a decoder as much as they can. Its
// mcp_gen.go is written by mcpgen like that of any other package.
package hostile

import (
	"encoding/json"
	"time"
)

//go:generate go tool mcpgen

// Take returns what it takes.
//
//mcp:tool
func Take(v All) All { return v }

// Loose takes values in strings and properties that nobody knows.
//
//mcp:tool lenient open
func Loose(v All) All { return v }

// All has a property of each kind, all optional.
type All struct {
	Bool  bool           `json:"bool,omitempty"`
	Int   int            `json:"int,omitempty"`
	Small int8           `json:"small,omitempty"`
	Uint  uint64         `json:"uint,omitempty"`
	Float float64        `json:"float,omitempty"`
	Text  string         `json:"text,omitempty"`
	Bytes []byte         `json:"bytes,omitempty"`
	When  time.Time      `json:"when,omitzero"`
	Any   any            `json:"any,omitempty"`
	Map   map[string]int `json:"map,omitempty"`
	Ints  []int          `json:"ints,omitempty"`
	Texts []string       `json:"texts,omitempty"`
	Pair  *[2]string     `json:"pair,omitempty"`
	Node  *Node          `json:"node,omitempty"`
	Nodes []*Node        `json:"nodes,omitempty"`
	Wide  *Wide          `json:"wide,omitempty"`
	Color Color          `json:"color,omitempty"`
	Odd   Odd            `json:"odd,omitempty"`
	Ruled *Ruled         `json:"ruled,omitempty"`
	Raw   *Raw           `json:"raw,omitempty"`
}

// Raw keeps what it gets.
type Raw struct {
	Raw json.RawMessage `json:"raw"`
}

// Node is a tree, or a list, or a graph of maps.
type Node struct {
	Value int              `json:"value"`
	Next  *Node            `json:"next,omitempty"`
	Kids  []Node           `json:"kids,omitempty"`
	Named map[string]*Node `json:"named,omitempty"`
}

// Color is one of few words.
type Color string

// The colors.
const (
	Red   Color = "red"
	Green Color = "green"
)

// Odd is one of few numbers.
type Odd int

// The odd ones.
const (
	One   Odd = 1
	Three Odd = 3
)

// Ruled has values under rules.
type Ruled struct {
	//mcp:field minLength=1 maxLength=5000000
	Length string `json:"length,omitempty"`
	//mcp:field pattern="^(a+)+$"
	Pattern string `json:"pattern,omitempty"`
	//mcp:field format=email
	Email string `json:"email,omitempty"`
	//mcp:field format=uri
	URI string `json:"uri,omitempty"`
	//mcp:field format=hostname
	Host string `json:"host,omitempty"`
	//mcp:field format=ipv6
	IPv6 string `json:"ipv6,omitempty"`
	//mcp:field format=duration
	Duration string `json:"duration,omitempty"`
	//mcp:field format=date-time
	DateTime string `json:"date_time,omitempty"`
	//mcp:field format=uuid
	UUID string `json:"uuid,omitempty"`
	//mcp:field min=-1000 max=1000 multipleOf=7
	Step int `json:"step,omitempty"`
	//mcp:field exclusiveMin=0 max=1e300 multipleOf=0.01
	Price float64 `json:"price,omitempty"`
	//mcp:field enum=0.5|0.25
	Share float64 `json:"share,omitempty"`
	//mcp:field unique
	Set []string `json:"set,omitempty"`
	//mcp:field unique maxItems=100000
	Numbers []int `json:"numbers,omitempty"`
}
