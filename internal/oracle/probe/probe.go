// Package probe is the inside of the program that the tests of package oracle
// build: it puts documents through generated code and through encoding/json,
// in one process, and says what came out of each. The functions under test
// hand it their arguments and results.
package probe

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// Request is one call.
type Request struct {
	Tool string
	// Args go to the generated decoder, which may find them to be no JSON.
	Args string
	// Want is what encoding/json is to read: the arguments with defaults
	// filled in and integers spelt as such.
	Want string
	// Seed determines the random result that is encoded too.
	Seed uint64
}

// Answer is what became of a request.
type Answer struct {
	// Accepted: the decoder let the call through to the function.
	Accepted bool
	// Message is the text of the tool's answer, an error's included.
	Message string
	// Differs says how the decoded arguments differ from what encoding/json
	// reads; "" when they are equal.
	Differs string
	// Outputs are the arguments sent back as results, and random results.
	Outputs []Output
}

// Output is one result in the two encodings. An error of an encoder is Failed.
type Output struct{ Generated, Standard string }

// Failed stands for the output of an encoder that refused the value.
const Failed = ""

// Serve answers requests, one JSON value a line, until the input ends.
func Serve(server *mcpruntime.Server, in io.Reader, out io.Writer) error {
	requests, answers := json.NewDecoder(in), bufio.NewWriter(out)
	for {
		var r Request
		if err := requests.Decode(&r); err == io.EOF {
			return answers.Flush()
		} else if err != nil {
			return err
		}
		answer, err := r.answer(server)
		if err != nil {
			return err
		}
		if err := json.NewEncoder(answers).Encode(answer); err != nil {
			return err
		}
	}
}

func (r Request) answer(server *mcpruntime.Server) (Answer, error) {
	echo := &call{want: r.Want}
	output, text, err := echo.run(server, r)
	a := Answer{Accepted: echo.reached, Message: text, Differs: echo.differs}
	if err != nil || !echo.reached {
		return a, err
	}
	random := &call{want: r.Want, random: &source{rand.New(rand.NewPCG(r.Seed, 3)), 1000}}
	second, _, err := random.run(server, r)
	a.Outputs = []Output{output, second}
	return a, err
}

// call is a call under way; the function under test finds it in its context.
type call struct {
	want    string
	random  *source // nil to leave the results alone
	reached bool
	differs string
	results any
}

type callKey struct{}

// run calls the tool and encodes its result in both ways.
func (c *call) run(server *mcpruntime.Server, r Request) (Output, string, error) {
	result, err := server.Call(context.WithValue(context.Background(), callKey{}, c), r.Tool, []byte(r.Args))
	if !c.reached {
		if err == nil {
			return Output{}, "", fmt.Errorf("tool %s answers without a call", r.Tool)
		}
		return Output{}, err.Error(), nil
	}
	output := Output{Generated: string(result.Structured)}
	text := result.Text
	if err != nil {
		output.Generated, text = Failed, err.Error()
	}
	full(reflect.ValueOf(c.results).Elem())
	if standard, err := encode(reflect.ValueOf(c.results)); err == nil {
		output.Standard = standard
	}
	return output, text, nil
}

// Through is called by a function under test with pointers to its arguments
// and to its results, structs both or what stands for them on the wire.
func Through(ctx context.Context, args, results any) error {
	c, ok := ctx.Value(callKey{}).(*call)
	if !ok {
		return fmt.Errorf("the context is not that of the call")
	}
	c.reached = true
	want := reflect.New(reflect.TypeOf(args).Elem())
	if err := decode(c.want, want); err != nil {
		c.differs = "encoding/json: " + err.Error()
	} else if !reflect.DeepEqual(want.Interface(), args) {
		c.differs = fmt.Sprintf("encoding/json reads %s\nthe decoder    %s", show(want.Interface()), show(args))
	}
	c.results = results
	if c.random != nil {
		fill(c.random, reflect.ValueOf(results).Elem(), 0)
	}
	return nil
}

// Even reports whether the JSON of v has an even number of bytes. Nil and empty
// are alike.
func Even(v any) bool {
	text, err := json.Marshal(v)
	return err == nil && len(text)%2 == 0
}

// show prints a value so that nil and empty differ.
func show(v any) string {
	var b bytes.Buffer
	text, err := json.Marshal(v)
	fmt.Fprintf(&b, "%s %v\n\t%+v", text, err, reflect.ValueOf(v).Elem())
	return b.String()
}
