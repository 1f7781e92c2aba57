package program

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/mcpgen/mcpgen/runtime/planner"
)

// registry is what the tests call. A tool whose name begins with get changes
// nothing.
const registry = `
forecast(city days?:int(1..14)=3 unit?:celsius|fahrenheit) -> {summary highs:num[] place?:{name code:int}}
chart(rows:any title?) -> {url owner:{id:int name} tags:{*:str} "odd name":bool}
notify(user text?)
open(code tab)
getNumbers(a?:int8 b?:uint16 c?:uint d?:int e?:num(>0..<1) f?:int(%5) g?:uint64x|1|2.5 h?:int32?) -> {n:int x:num list:int[]}
getText(s?:str(1..3) mail?:str@email when?:time raw?:bytes on?:bool quoted?:str@int flag?:true|false)
getTree(root:@Node({v:int kids:@Node[]})) -> @Tree({v:int kids:@Tree[] up?:@Tree})
getShape(shape:{kind:circle r:num}|{kind:rect w:num h?:num}) -> {kind:circle r:num}|{kind:rect w:num h?:num}
getMaps(m?:{*:int} k?:{*a|b:str} i?:{*int:bool} rows?:{a:int b?:str}[1..2])
load(path) -> #range
getSum(h:#range) -> num
getTotal(rows:{a:int}[]) -> num
getItems(n?:int) -> {items:{a:int b?:str}[] more?:bool}
getNothing()
getContent() -> content
getLoose(x?:int)
getWrapped() -> int
"odd tool"(x?:int)
`

func tools(tb testing.TB) *Tools {
	tb.Helper()
	var list []Tool
	for _, line := range strings.Split(strings.TrimSpace(registry), "\n") {
		line = strings.Replace(line, "uint64x", "0", 1)
		open := strings.Index(line, "(")
		sig, err := planner.ParseSignature(line[open:])
		if err != nil {
			tb.Fatal(line, err)
		}
		name := strings.Trim(line[:open], `"`)
		t := Tool{Name: name, Signature: sig, ReadOnly: strings.HasPrefix(name, "get") || name == "forecast", Open: name == "getLoose"}
		list = append(list, t)
	}
	return NewTools(list...)
}

func kinds(id string) (string, bool) {
	kind, ok := map[string]string{"R1": "range", "T1": "table"}[id]
	return kind, ok
}

// compile parses and checks a program.
func compile(tb testing.TB, text string) (*Program, error) {
	tb.Helper()
	p, err := Parse(text, Limits{})
	if err != nil {
		return nil, err
	}
	return p, p.Check(tools(tb), kinds)
}

// fake is a host that answers by tool, and keeps a record.
type fake struct {
	mu     sync.Mutex
	record []string
	answer map[string]func(ctx context.Context, i Invocation) (Outcome, error)
	values map[string]string
}

func (f *fake) note(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.record = append(f.record, fmt.Sprintf(format, args...))
}

func (f *fake) Call(ctx context.Context, i Invocation) (Outcome, error) {
	f.note("%s %s%s", i.Label, i.Tool, i.Args)
	if answer := f.answer[i.Tool]; answer != nil {
		return answer(ctx, i)
	}
	return Outcome{}, nil
}

func (f *fake) Value(_ context.Context, handle string) ([]byte, error) {
	value, ok := f.values[handle]
	if !ok {
		return nil, &Failure{Code: "not_found", Message: "there is no such handle"}
	}
	return []byte(value), nil
}

func (f *fake) Help(_ context.Context, names []string) (string, error) {
	return "help for " + strings.Join(names, "+") + "\nand more\n", nil
}

func (f *fake) Find(_ context.Context, query string) (string, error) {
	if query == "nothing" {
		return "", &Failure{Code: "not_found", Message: "nothing\nfound"}
	}
	return "found " + query, nil
}

func gives(json string) func(context.Context, Invocation) (Outcome, error) {
	return func(context.Context, Invocation) (Outcome, error) { return Outcome{JSON: []byte(json)}, nil }
}

func fails(f *Failure) func(context.Context, Invocation) (Outcome, error) {
	return func(context.Context, Invocation) (Outcome, error) { return Outcome{}, f }
}
