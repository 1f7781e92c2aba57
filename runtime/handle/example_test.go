package handle_test

import (
	"context"
	"fmt"

	"github.com/mcpgen/mcpgen/runtime/handle"
)

func ExampleMemory() {
	ctx := context.Background()
	store := handle.NewMemory(handle.Limits{Bytes: 1 << 20})
	e, err := store.Put(ctx, handle.Entry{Principal: "ann", Kind: "names", Value: []string{"Oslo", "Rome"}, Size: 15})
	fmt.Println(e.ID, err)
	e, err = store.Get(ctx, "ann", "R1")
	fmt.Println(e.Value, err)
	_, err = store.Get(ctx, "bob", "R1")
	fmt.Println(err)
	// Output:
	// R1 <nil>
	// [Oslo Rome] <nil>
	// there is no handle #R1, or no more; call the tool that returned it again
}

func ExampleDocument_Group() {
	d := handle.Document{ID: "R1", JSON: []byte(`[{"city":"Oslo","n":1},{"city":"Rome","n":0.1},{"city":"Oslo","n":0.2}]`)}
	table, err := d.Group(handle.Grouping{By: []string{"city"}, Aggregates: []string{"sum(n)"}})
	fmt.Println(string(table), err)
	// Output:
	// {"columns":["city","sum(n)"],"rows":[["Oslo",1.2],["Rome",0.1]],"total":2} <nil>
}
