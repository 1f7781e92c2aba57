package mcpruntime_test

import (
	"context"
	"errors"
	"fmt"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// greetTool and callGreet stand for what mcpgen writes.
var (
	greetTool  = mcpruntime.Tool{Name: "greet", Input: `{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}`, Output: `{"type":"object"}`, Wrapped: true}
	greetProps = mcpruntime.Props{Names: []string{"name"}, Required: 1}
)

func callGreet(_ context.Context, in *mcpruntime.Reader, out *mcpruntime.Writer) error {
	var name string
	for o := in.Object(&greetProps); o.Next(); {
		name = in.StringLen(1, 40)
	}
	if err := in.Done(); err != nil {
		return err
	}
	if name == "nobody" {
		return mcpruntime.Errorf("not_found", "there is nobody to greet")
	}
	out.Raw(`{"result":`)
	out.String("Hello, " + name + "!")
	out.Raw("}")
	return nil
}

func Example() {
	srv := mcpruntime.NewServer("greeter", "1.0.0", mcpruntime.WithInstructions("Greets people."))
	srv.AddTool(&greetTool, callGreet) // generated: greeter.RegisterMCP(srv)

	client, err := srv.Local(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	args := mcpruntime.NewWriter()
	args.Raw(`{"name":"Ada"}`)
	result, err := client.CallTool(context.Background(), "greet", args)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Any())
	// Output: map[result:Hello, Ada!]
}

func ExampleServer_Call() {
	srv := mcpruntime.NewServer("greeter", "1.0.0")
	srv.AddTool(&greetTool, callGreet)
	for _, args := range []string{`{"name":"Ada"}`, `{"Name":7,"name":""}`, `{"name":"nobody"}`} {
		result, err := srv.Call(context.Background(), "greet", []byte(args))
		if err != nil {
			fmt.Println(err)
		}
		if e := (*mcpruntime.Error)(nil); errors.As(err, &e) {
			fmt.Println("code", e.Code)
		}
		if err == nil {
			fmt.Println(result.Text)
		}
	}
	// Output:
	// Hello, Ada!
	// bad arguments:
	// - /Name: unknown property, did you mean "name"?
	// - /name: want string of 1 to 40 characters, got string ""
	// there is nobody to greet
	// code not_found
}

func ExampleReader() {
	r := mcpruntime.NewReader([]byte(`{"days": 20, "city": null}`))
	props := mcpruntime.Props{Names: []string{"city", "days"}, Required: 1}
	for o := r.Object(&props); o.Next(); {
		switch o.Name() {
		case "city":
			_ = r.String()
		case "days":
			_ = r.IntIn(1, 14)
		}
	}
	fmt.Println(r.Done())
	// Output:
	// bad arguments:
	// - /days: want integer from 1 to 14, got number 20
	// - /city: want string, got null
}

func ExampleExpandURI() {
	fmt.Println(mcpruntime.ExpandURI("note://{folder}/{id}", "folder", "a/b", "id", "7"))
	// Output: note://a%2Fb/7
}
