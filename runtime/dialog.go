package mcpruntime

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// round is a request that may be one of several rounds of a call.
type round struct {
	session   *mcp.ServerSession
	params    mcp.RequestParams
	version   string
	can       *mcp.ClientCapabilities // nil for none
	state     string
	responses mcp.InputResponseMap

	kind      Kind
	name      string
	arguments []byte // JSON
	principal string
	remote    bool
}

// binding is a digest of what a state belongs to: caller, function, arguments.
// Clients may write the same arguments in another way when they repeat a call.
func (r *round) binding() []byte {
	return sum(r.kind.String(), r.name, r.principal, string(canonical(r.arguments)))
}

// sum is a digest of texts, each of which ends where it says.
func sum(parts ...string) []byte {
	h := sha256.New()
	for _, part := range parts {
		_, _ = io.WriteString(h, strconv.Itoa(len(part))+":"+part) // a hash takes everything
	}
	return h.Sum(nil)
}

// canonical writes a JSON document in one way: compact, names in order, numbers
// as they were.
func canonical(text []byte) []byte {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return text // which the function refuses
	}
	out, err := json.Marshal(v)
	if err != nil {
		return text
	}
	return out
}

// dialog is what a call knows of the client that can be asked. Since 2026-07-28
// a question ends the round: the client is told what is wanted (MCP, "Multi
// round-trip requests"), calls again with the answer, and the function runs
// anew with the answers it already has. Before, a question is a request of the
// server, and the function waits.
type dialog struct {
	round
	server   *Server
	progress reporter // nil when the client has not asked for it

	mu        sync.Mutex
	goroutine string          // in which the function runs
	stop      func()          // ends the context of the function
	unnamed   int             // questions without a key so far
	visits    int             // URLs among them
	used      map[string]bool // keys of this run of the function
	chain     chain
	running   running
	adopted   mcp.InputRequestMap // what inner calls ask
	ending    *ending             // nil as long as the call goes on
	doing     *sync.WaitGroup     // what other goroutines of this run do [Once]; nothing is added once there is an ending
	stored    []string            // keys that the store of [Once] has of this round
}

// ending is how a call ends that cannot go on, whatever its function returns:
// with questions, or with an error.
type ending struct {
	pending mcp.InputRequestMap
	asked   map[string]string // digests of the questions, by key
	refused error
}

// chain is what the rounds of one call hand on.
type chain struct {
	ID      string            `json:"i"`
	Expires int64             `json:"x"`           // Unix time
	Asked   map[string]string `json:"q,omitempty"` // digests of the questions that are open, by key
	Answers map[string]answer `json:"a,omitempty"`
	Once    map[string][]byte `json:"o,omitempty"`
	Inner   map[string]chain  `json:"n,omitempty"` // of inner calls that ask
}

// answer is one that has been taken, and the digest of its question.
type answer struct {
	Digest string          `json:"d"`
	Value  json.RawMessage `json:"v"`
}

type dialogKey struct{}

// dialogOf returns the dialog of a call; nil where there is no client.
func dialogOf(ctx context.Context) *dialog {
	d, _ := ctx.Value(dialogKey{}).(*dialog)
	return d
}

// converse returns a context in which a function can ask the client. The error
// is that of a state which is none.
func (s *Server) converse(ctx context.Context, r round) (context.Context, *dialog, error) {
	if r.can == nil {
		r.can = &mcp.ClientCapabilities{}
	}
	d := &dialog{server: s, round: r}
	if r.state != "" && d.modern() {
		if err := d.resume(); err != nil {
			return ctx, nil, invalidParams("%s %q: requestState cannot be used: %v; call again without it", r.kind, shorten(r.name), err)
		}
	}
	return context.WithValue(ctx, dialogKey{}, d), d, nil
}

// resumed reports whether earlier rounds of the call have done something already.
func (d *dialog) resumed() bool {
	if d == nil {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.chain.ID != ""
}

func (d *dialog) modern() bool { return d.version >= newProtocol }

var errExpired = errors.New("it has expired")

func (d *dialog) resume() error {
	text, err := d.server.sealer.open(d.state, d.binding())
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &d.chain); err != nil {
		return errBrokenSeal
	}
	if time.Now().Unix() >= d.chain.Expires {
		return errExpired
	}
	return nil
}

// enter notes that the function begins in the running goroutine, and what ends
// its context. It reports false when the call has been suspended: an interceptor
// went on with it twice.
func (d *dialog) enter(stop func()) bool {
	if d == nil {
		return true
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ending != nil {
		return false
	}
	d.goroutine, d.stop, d.doing = goroutineID(), stop, new(sync.WaitGroup)
	d.unnamed, d.visits, d.used = 0, 0, map[string]bool{}
	return true
}

// use notes a key of this run of the function. Used for two questions, the one
// would get the answer to the other.
func (d *dialog) use(what, key string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	name := what + " " + key
	if d.used[name] {
		return Errorf(CodeInternal, "%s uses the key %q of %s twice; give each its own, in a loop such as fmt.Sprint(%q, i)", d.name, key, what, key)
	}
	if d.used == nil {
		d.used = map[string]bool{} // an interceptor's
	}
	d.used[name] = true
	return nil
}

// inside reports whether the function itself is running, not a goroutine that
// it started.
func (d *dialog) inside() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.goroutine == goroutineID()
}

// goroutineID identifies the running goroutine: the number in the first line of
// its stack trace. Go offers no other way, and no more depends on it than that
// a question is refused where it could not end the call.
func goroutineID() string {
	var buf [64]byte
	header := buf[:runtime.Stack(buf[:], false)]
	id, _, _ := bytes.Cut(bytes.TrimPrefix(header, []byte("goroutine ")), []byte(" "))
	return string(id)
}

// suspension is the value of the panic that ends a function whose question has
// no answer yet.
type suspension struct{}

// ErrSuspended is what interceptors see of a call that asks its client
// something, or would but cannot. What became of the question is the answer of
// the call, whatever they return.
var ErrSuspended = errors.New("the call waits for its client")

// suspend ends the function. What it asks, or why it cannot, is noted first, and
// nothing that it does later changes that: the call is answered as soon as what
// its goroutines do [Once] is done, whether or not the function ends.
func (d *dialog) suspend(ctx context.Context, end ending) {
	d.mu.Lock()
	again := d.ending != nil
	if !again {
		d.ending = &end
	}
	stop, doing := d.stop, d.doing
	d.mu.Unlock()
	if again {
		runtime.Goexit() // it has recovered from the panic
	}
	done := make(chan struct{})
	go func() { doing.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
	}
	stop()
	panic(suspension{})
}

// suspended reports whether the call has asked something that has no answer.
func (d *dialog) suspended() bool {
	if d == nil {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.ending != nil
}

// settle returns how a suspended call ends: with questions and the state that
// comes back with their answers, or with an error.
func (d *dialog) settle() (mcp.InputRequestMap, string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ending.refused != nil {
		return nil, "", d.ending.refused
	}
	d.begin()
	d.chain.Asked = d.ending.asked
	text, err := json.Marshal(d.chain)
	if err != nil {
		return nil, "", err
	}
	state, err := d.server.sealer.seal(text, d.binding())
	if err != nil {
		return nil, "", Errorf(CodeTooLarge, "%s %s: %w", d.kind, d.name, err)
	}
	return d.ending.pending, state, nil
}

// begin makes the chain of a first round. The caller holds the lock.
func (d *dialog) begin() {
	if d.chain.ID == "" {
		d.chain.ID = rand.Text()
		d.chain.Expires = time.Now().Add(d.server.limits.AnswerTime).Unix()
	}
}

// known returns the answer to a question; nil when there is none. One that has
// just come is known only when its question was asked in just this form: what
// nobody asked is no answer.
func (d *dialog) known(key, digest string) []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	if a, ok := d.chain.Answers[key]; ok && a.Digest == digest {
		return a.Value
	}
	if d.chain.Asked[key] != digest {
		return nil
	}
	return d.response(key)
}

// volunteered returns an answer that came with the first round; nil when there
// is none.
func (d *dialog) volunteered(key string) []byte {
	if d.state != "" {
		return nil
	}
	return d.response(key)
}

// response returns what the client answers under a key, as JSON; nil for nothing.
func (d *dialog) response(key string) []byte {
	response, ok := d.responses[key]
	if !ok {
		return nil
	}
	value, err := json.Marshal(response)
	if err != nil {
		return nil
	}
	return value
}

// keep notes an answer that has been taken.
func (d *dialog) keep(key, digest string, value []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.chain.Answers == nil {
		d.chain.Answers = map[string]answer{}
	}
	d.chain.Answers[key] = answer{digest, value}
}

// digestOf identifies a question by its content.
func digestOf(parts ...string) string { return hex.EncodeToString(sum(parts...)[:8]) }
