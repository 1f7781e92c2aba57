// Package bench measures generated decoders and encoders beside their peers.
// Its types, and the documents in testdata, are what tools of real servers
// have; mcp_gen.go is written by mcpgen like that of any other package.
package bench

import "time"

//go:generate go tool mcpgen

// Find finds tickets. It is the case "flat": one level, no lists.
//
//mcp:tool readonly
func Find(q Query) Query { return q }

// Bill files an invoice. It is the case "nested": structs in structs, lists,
// a map, pointers.
//
//mcp:tool
func Bill(in Invoice) Invoice { return in }

// Import takes the rows of a table. It is the case "rows1000".
//
//mcp:tool
func Import(t Table) Table { return t }

// Record takes the measurements of a station. It is the case "floats".
//
//mcp:tool
func Record(s Survey) Survey { return s }

// Query is what tickets to look for.
type Query struct {
	//mcp:field minLength=1 maxLength=39
	Owner string `json:"owner"` // account that owns the project
	//mcp:field minLength=1 maxLength=100
	Project  string    `json:"project"`  // name of the project
	Text     string    `json:"text"`     // words in the title or the description
	State    State     `json:"state"`    // of the ticket
	Assignee *string   `json:"assignee"` // login of the person it is assigned to
	Since    time.Time `json:"since"`    // last change not before
	Archived bool      `json:"archived"` // with those of closed projects
	//mcp:field enum=created|updated|comments default=created
	Sort string `json:"sort"` // order of the result
	//mcp:field min=1 default=1
	Page int `json:"page"`
	//mcp:field min=1 max=100 default=30
	PerPage int `json:"per_page"`
}

// State of a ticket.
type State string

// The states.
const (
	Open   State = "open"
	Closed State = "closed"
	Draft  State = "draft"
)

// Invoice is a bill for goods.
type Invoice struct {
	//mcp:field minLength=1 maxLength=32
	Number string    `json:"number"`
	Issued time.Time `json:"issued"`
	Seller Party     `json:"seller"`
	Buyer  Party     `json:"buyer"`
	//mcp:field minItems=1 maxItems=500
	Lines []Line `json:"lines"`
	//mcp:field enum=EUR|NOK|USD|GBP
	Currency string            `json:"currency"`
	Labels   map[string]string `json:"labels,omitempty"`
	Note     *string           `json:"note,omitempty"`
	Paid     bool              `json:"paid"`
}

// Party is one side of a deal.
type Party struct {
	//mcp:field minLength=1 maxLength=120
	Name    string   `json:"name"`
	Email   string   `json:"email"`
	VAT     string   `json:"vat,omitempty"`
	Address Address  `json:"address"`
	Phones  []string `json:"phones,omitempty"`
}

// Address is where somebody gets mail.
type Address struct {
	Street string `json:"street"`
	City   string `json:"city"`
	Postal string `json:"postal"`
	//mcp:field minLength=2 maxLength=2
	Country string `json:"country"`
}

// Line is one position of an invoice. Amounts are in the smallest unit.
type Line struct {
	//mcp:field minLength=1 maxLength=40
	SKU         string `json:"sku"`
	Description string `json:"description"`
	//mcp:field min=1 max=100000
	Quantity int `json:"quantity"`
	//mcp:field min=0
	UnitPrice int64 `json:"unit_price"`
	//mcp:field min=0 max=100
	TaxPercent int  `json:"tax_percent"`
	Discount   *int `json:"discount,omitempty"`
}

// Table is a batch of rows.
type Table struct {
	Name string `json:"name"`
	//mcp:field maxItems=10000
	Rows []Row `json:"rows"`
}

// Row is an order.
type Row struct {
	//mcp:field min=1
	ID int64 `json:"id"`
	//mcp:field minLength=1 maxLength=120
	Customer string `json:"customer"`
	City     string `json:"city"`
	//mcp:field min=0
	Amount int64 `json:"amount"`
	//mcp:field min=1 max=1000
	Quantity int    `json:"quantity"`
	Status   Status `json:"status"`
	Created  string `json:"created"` // date
	Express  bool   `json:"express"`
}

// Status of an order.
type Status string

// The statuses.
const (
	Placed    Status = "placed"
	Packed    Status = "packed"
	Shipped   Status = "shipped"
	Delivered Status = "delivered"
	Returned  Status = "returned"
)

// Survey is what a station has measured.
type Survey struct {
	Station string    `json:"station"`
	Site    Point     `json:"site"`
	Samples []Sample  `json:"samples"`
	Vector  []float32 `json:"vector"` // what a model makes of it
}

// Point is a place on earth.
type Point struct {
	//mcp:field min=-90 max=90
	Lat float64 `json:"lat"`
	//mcp:field min=-180 max=180
	Lon float64 `json:"lon"`
}

// Sample is one measurement.
type Sample struct {
	At Point `json:"at"`
	//mcp:field min=-90 max=60
	Temperature float64 `json:"temperature"` // °C
	//mcp:field min=300 max=1100
	Pressure float64 `json:"pressure"` // hPa
	//mcp:field min=0 max=100
	Humidity float64 `json:"humidity"` // %
	//mcp:field min=0 max=1
	Confidence float64 `json:"confidence"` // that the sensor works
	Trend      float64 `json:"trend"`      // K/h over the last hour
}
