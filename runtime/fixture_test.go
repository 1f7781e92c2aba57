package mcpruntime

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"time"
)

// What generated code looks like, by hand: a package of tools, resources and
// prompts that the tests of the server, the client and Main share.

type order struct {
	ID       int64
	Customer customer
	Items    []item
	Labels   map[string]string
	Note     *string
	Paid     bool
	Priority string
}

type customer struct {
	Name  string
	Email string
}

type item struct {
	SKU   string
	Count int
	Price float64
}

var (
	orderProps    = Props{Names: []string{"id", "customer", "items", "labels", "note", "paid", "priority"}, Required: 1<<0 | 1<<1 | 1<<2}
	customerProps = Props{Names: []string{"name", "email"}, Required: 1}
	itemProps     = Props{Names: []string{"sku", "count", "price"}, Required: 1<<0 | 1<<1 | 1<<2}
	priorityEnum  = []string{"low", "normal", "high"}
)

func readOrder(r *Reader) (v order) {
	if r.Strict() {
		v.Priority = "normal"
	}
	for o := r.Object(&orderProps); o.Next(); {
		switch o.Name() {
		case "id":
			v.ID = r.Int64()
		case "customer":
			v.Customer = readCustomer(r)
		case "items":
			v.Items = []item{}
			for l := r.List(1, 100); l.Next(); {
				v.Items = append(Room(&l, v.Items), readItem(r))
			}
		case "labels":
			v.Labels = map[string]string{}
			for m := r.Map(); m.Next(); {
				v.Labels[m.Key()] = r.String()
			}
		case "note":
			v.Note = new(r.StringLen(0, 200))
		case "paid":
			v.Paid = r.Bool()
		case "priority":
			v.Priority = r.StringEnum(priorityEnum)
		}
	}
	return v
}

func readCustomer(r *Reader) (v customer) {
	for o := r.Object(&customerProps); o.Next(); {
		switch o.Name() {
		case "name":
			v.Name = r.StringLen(1, 80)
		case "email":
			v.Email = r.String()
		}
	}
	return v
}

func readItem(r *Reader) (v item) {
	for o := r.Object(&itemProps); o.Next(); {
		switch o.Name() {
		case "sku":
			v.SKU = r.StringLen(1, 20)
		case "count":
			v.Count = r.IntIn(1, 1000)
		case "price":
			v.Price = r.Float64In(0, 1e6)
		}
	}
	return v
}

func writeOrder(w *Writer, v *order) {
	w.Raw(`{"id":`)
	w.Int(v.ID)
	w.Raw(`,"customer":{"name":`)
	w.String(v.Customer.Name)
	w.Raw(`,"email":`)
	w.String(v.Customer.Email)
	w.Raw(`},"items":[`)
	for i, e := range v.Items {
		w.Sep(i)
		w.Raw(`{"sku":`)
		w.String(e.SKU)
		w.Raw(`,"count":`)
		w.Int(int64(e.Count))
		w.Raw(`,"price":`)
		w.Float64(e.Price)
		w.Raw("}")
	}
	w.Raw(`],"labels":{`)
	for m := Members(w, v.Labels); m.Next(); {
		e := m.Value()
		w.String(e)
	}
	w.Raw("}")
	if v.Note != nil {
		w.Member(`"note":`)
		w.String(*v.Note)
	}
	w.Member(`"paid":`)
	w.Bool(v.Paid)
	w.Member(`"priority":`)
	w.String(v.Priority)
	w.Raw("}")
}

const orderJSON = `{"id":9007199254740993,"customer":{"name":"Ada Lovelace","email":"ada@example.com"},` +
	`"items":[{"sku":"A-1","count":2,"price":9.5},{"sku":"B-22","count":1,"price":120},{"sku":"C-333","count":10,"price":0.25}],` +
	`"labels":{"channel":"web","country":"NO"},"note":"leave at the door <please> & ring","paid":true,"priority":"high"}`

const orderSchema = `{"type":"object","properties":{"id":{"type":"integer"},"customer":{"type":"object"},"items":{"type":"array"}},"required":["id","customer","items"]}`

const noArguments = `{"type":"object","properties":{},"additionalProperties":false}`

// noMap returns a map that panics when it is written to.
func noMap() map[string]int { return nil }

// addTool adds a tool without parameters that does one thing.
func addTool(s *Server, name string, run func(ctx context.Context, out *Writer) error) {
	s.AddTool(&Tool{Name: name, Input: noArguments, Output: `{"type":"object"}`}, func(ctx context.Context, in *Reader, out *Writer) error {
		in.Empty()
		if err := in.Done(); err != nil {
			return err
		}
		return run(ctx, out)
	})
}

// newTestServer returns a server with every kind of tool the tests need.
func newTestServer(opts ...Option) *Server {
	s := NewServer("test", "1.2.3", opts...)
	s.AddTool(&Tool{Name: "echo", Line: "(id:int64)", Input: orderSchema, Output: orderSchema, Hints: ReadOnly | ClosedWorld}, func(_ context.Context, in *Reader, out *Writer) error {
		v := readOrder(in)
		if err := in.Done(); err != nil {
			return err
		}
		writeOrder(out, &v)
		return nil
	})
	s.AddTool(&Tool{Name: "wrapped", Input: noArguments, Output: `{"type":"object"}`, Wrapped: true}, func(_ context.Context, in *Reader, out *Writer) error {
		in.Empty()
		out.Raw(`{"result":`)
		out.String(`say "<hi>" & go`)
		out.Raw("}")
		return in.Done()
	})
	addTool(s, "nothing", func(context.Context, *Writer) error { return nil })
	addTool(s, "list", func(_ context.Context, out *Writer) error { out.Raw(`{"result":[]}`); return nil })
	addTool(s, "fail", func(_ context.Context, out *Writer) error {
		out.Raw(`{"partial":`)
		return errors.New("the disk is full")
	})
	addTool(s, "typed", func(context.Context, *Writer) error {
		return fmt.Errorf("looking: %w", Errorf("not_found", "no city %q", "Atlantis"))
	})
	addTool(s, "nil", func(context.Context, *Writer) error { return NilResult("Forecast") })
	addTool(s, "nan", func(_ context.Context, out *Writer) error {
		out.Raw(`{"v":`)
		out.Float64(math.NaN())
		out.Raw("}")
		return nil
	})
	addTool(s, "panic", func(context.Context, *Writer) error {
		noMap()["secret"] = 1
		return nil
	})
	addTool(s, "rest", func(_ context.Context, out *Writer) error {
		time.Sleep(time.Second)
		out.Raw(`{"result":"rested"}`)
		return nil
	})
	addTool(s, "goexit", func(context.Context, *Writer) error { runtime.Goexit(); return nil })
	addTool(s, "sleep", func(ctx context.Context, _ *Writer) error {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Second):
			return nil
		}
	})
	s.AddResource(&Resource{URI: "note://fixed", Name: "fixed", MIME: "text/plain"}, func(context.Context, Vars) (Contents, error) {
		return Text(""), nil
	})
	s.AddResource(&Resource{URI: "note://n/{name}", Template: true, Name: "note", MIME: "text/plain"}, func(_ context.Context, vars Vars) (Contents, error) {
		switch name := vars.Get("name"); name {
		case "gone":
			return Contents{}, Errorf(CodeNotFound, "no such note")
		case "broken":
			return Contents{}, errors.New("the disk is full")
		case "panic":
			panic("secret")
		default:
			return Text("<" + name + ">"), nil
		}
	})
	s.AddResource(&Resource{URI: "blob://{a}/{b}", Template: true, Name: "blob"}, func(_ context.Context, vars Vars) (Contents, error) {
		if vars.Get("a") == "empty" {
			return Blob(nil), nil
		}
		return Blob([]byte(vars.Get("a") + "|" + vars.Get("b"))), nil
	})
	s.AddPrompt(&Prompt{Name: "plan", Description: "Plan it.", Args: []PromptArg{{Name: "topic", Required: true}, {Name: "tone"}, {Name: "length"}}},
		func(_ context.Context, args Args) (Messages, error) {
			tone := "absent"
			if t := args.Optional("tone"); t != nil {
				tone = "=" + *t
			}
			if args.Get("topic") == "panic" {
				panic("secret")
			}
			return UserText(args.Get("topic") + " " + tone + " " + args.Default("length", "short")), nil
		})
	return s
}
