package mcpruntime

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A call that begins anew does again what it does once, unless a store
// remembers; when it has been answered, the same call is another one.
func TestOnceStore(t *testing.T) {
	for _, stored := range []bool{false, true} {
		t.Run(fmt.Sprint(stored), func(t *testing.T) {
			var opts []Option
			want := []int64{1, 2, 3}
			if stored {
				opts, want = append(opts, WithOnceStore(NewOnceStore(time.Minute))), []int64{1, 1, 2}
			}
			a := newAsker(opts...)
			r := newRounds(t, a)
			answers := func(response map[string]mcp.InputRequest) mcp.InputResponseMap {
				responses := mcp.InputResponseMap{}
				for key := range response {
					responses[key] = &mcp.ElicitResult{Action: "accept", Content: map[string]any{"name": "Ada"}}
				}
				return responses
			}
			second := func() *mcp.CallToolResult { // the round after the first answer
				first, err := r.call(&mcp.CallToolParams{Name: "two"})
				if err != nil {
					t.Fatal(err)
				}
				result, err := r.call(&mcp.CallToolParams{Name: "two", RequestState: first.RequestState, InputResponses: answers(first.InputRequests)})
				if err != nil || !result.NeedsInput() {
					t.Fatal(result, err)
				}
				return result
			}
			second()
			if n := a.once.Load(); n != want[0] {
				t.Errorf("done %d times after a first round, want %d", n, want[0])
			}
			again := second()
			if n := a.once.Load(); n != want[1] {
				t.Errorf("done %d times after it began anew, want %d", n, want[1])
			}
			r.answered("the last answer", &mcp.CallToolParams{Name: "two", RequestState: again.RequestState, InputResponses: answers(again.InputRequests)})
			second()
			if n := a.once.Load(); n != want[2] {
				t.Errorf("done %d times after it was answered and called again, want %d", n, want[2])
			}
		})
	}
}

func TestMemoryOnceStore(t *testing.T) {
	s := NewOnceStore(50 * time.Millisecond)
	n := 0
	do := func() ([]byte, error) { n++; return []byte{byte(n)}, nil }
	get := func(key string) byte {
		t.Helper()
		text, err := s.Do(t.Context(), key, do)
		if err != nil {
			t.Fatal(err)
		}
		return text[0]
	}
	first := get("a")
	if again := get("a"); first != 1 || again != 1 || get("b") != 2 {
		t.Error("a key is done twice, or two keys are one")
	}
	s.Forget(t.Context(), "a")
	if get("a") != 3 || get("b") != 2 {
		t.Error("what is forgotten is not done again, or more is")
	}
	time.Sleep(60 * time.Millisecond)
	if get("b") != 4 {
		t.Error("what is too old is not done again")
	}
	if _, err := s.Do(t.Context(), "c", func() ([]byte, error) { return nil, errors.New("no") }); err == nil || get("c") != 5 {
		t.Error("an error is kept")
	}
	func() {
		defer func() { _ = recover() }()
		_, _ = s.Do(t.Context(), "d", func() ([]byte, error) { panic("secret") })
	}()
	if get("d") != 6 {
		t.Error("a panic is kept")
	}
}

// Of several at a time one does it, and nobody waits longer than he wants to.
func TestMemoryOnceStoreSharing(t *testing.T) {
	s := NewOnceStore(time.Minute)
	begun, release := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		_, _ = s.Do(t.Context(), "a", func() ([]byte, error) { close(begun); <-release; return []byte("first"), nil })
	})
	<-begun
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := s.Do(ctx, "a", nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	wg.Go(func() {
		if text, err := s.Do(t.Context(), "a", nil); string(text) != "first" || err != nil {
			t.Error(string(text), err)
		}
	})
	close(release)
	wg.Wait()
}

func TestMemoryOnceStoreBound(t *testing.T) {
	s := NewOnceStore(time.Hour).(*memoryOnce)
	for i := range 3 * maxOnce {
		key := fmt.Sprint(i)
		if _, err := s.Do(t.Context(), key, func() ([]byte, error) { return nil, nil }); err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			s.Forget(t.Context(), key)
		}
	}
	if len(s.entries) > maxOnce || len(s.order) > 2*maxOnce+1 {
		t.Errorf("%d keys, %d in order", len(s.entries), len(s.order))
	}
}

// forgetful notes the context that it is to forget in.
type forgetful struct {
	OnceStore
	ended chan error
}

func (f forgetful) Forget(ctx context.Context, key string) {
	f.ended <- ctx.Err()
	f.OnceStore.Forget(ctx, key)
}

// A call that its caller has given up is forgotten too.
func TestOnceForgetsCancelledCalls(t *testing.T) {
	store := forgetful{NewOnceStore(time.Minute), make(chan error, 10)}
	a := newAsker(WithOnceStore(store))
	begun := make(chan struct{}, 1)
	a.add("given up", func(ctx context.Context) error {
		_, err := Once(ctx, "k", func() (int, error) { return 1, nil })
		begun <- struct{}{}
		<-ctx.Done()
		return err
	})
	withUsers(t, a, canEverything, func(t *testing.T, u *user) {
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-begun; cancel() }()
		args := NewWriter()
		args.Raw("{}")
		if _, err := u.CallTool(ctx, "given up", args); err == nil {
			t.Error("answered")
		}
		select {
		case err := <-store.ended:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(5 * time.Second):
			t.Error("not forgotten")
		}
	})
}
