package mcpruntime

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Spawn starts a program and connects to it over its standard input and output.
// What the program writes to standard error goes to that of this process. Ctx
// bounds the connecting; the program runs until [Client.Close], which closes
// its input, and ends it when that is not enough.
func Spawn(ctx context.Context, program string, args ...string) (*Client, error) {
	return SpawnCommand(ctx, exec.Command(program, args...))
}

// SpawnCommand is [Spawn] with options, for a command with an environment, a
// directory or a standard error of its own.
func SpawnCommand(ctx context.Context, cmd *exec.Cmd, opts ...ClientOption) (*Client, error) {
	p := &process{cmd: cmd, over: make(chan struct{})}
	stdin, stdout, err := p.start()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDisconnected, err)
	}
	transport := newLineTransport(stdout, stdin, mcp.DefaultMaxLineLength)
	transport.broken = p.note
	client, err := Connect(ctx, transport, opts...)
	if err != nil {
		if ctx.Err() == nil {
			if reason := p.died(); reason != nil {
				err = fmt.Errorf("%w: %w", ErrDisconnected, reason)
			}
		}
		p.stop(100 * time.Millisecond)
		return nil, err
	}
	client.end, client.died = func() { p.stop(5 * time.Second) }, p.died
	return client, nil
}

// process is a server that this process has started.
type process struct {
	cmd    *exec.Cmd
	stdin  io.Closer
	stdout io.Closer
	tail   tail
	over   chan struct{} // closed when the program has ended
	ended  error         // how; valid after over
	once   sync.Once

	mu      sync.Mutex
	said    string // what is to be said of output that is no message
	stopped bool
}

func (p *process) start() (io.WriteCloser, io.Reader, error) {
	stdin, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	// Not StdoutPipe, which Wait closes under the reader.
	stdout, output, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	p.stdin, p.stdout, p.cmd.Stdout = stdin, stdout, output
	if p.cmd.Stderr == nil {
		p.cmd.Stderr = os.Stderr
	}
	p.cmd.Stderr = io.MultiWriter(p.cmd.Stderr, &p.tail)
	p.cmd.WaitDelay = time.Second // for a child of it that keeps standard error
	err = p.cmd.Start()
	_ = output.Close() // the program has its own
	if err != nil {
		_ = stdout.Close()
		return nil, nil, err
	}
	go func() {
		p.ended = p.cmd.Wait()
		close(p.over)
	}()
	return stdin, stdout, nil
}

// note keeps what is to be said of a line that is no message. An error without
// id is one: it answers a message that the program could not read.
func (p *process) note(line []byte) {
	said := "wrote " + quote(string(line)) + " to standard output, which is no message"
	var answer struct{ Error struct{ Message string } }
	if json.Unmarshal(line, &answer) == nil && answer.Error.Message != "" {
		said = "refuses a message: " + shorten(answer.Error.Message)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.said = said
}

// died says why there is no answer: what the program wrote, or how it ended.
func (p *process) died() error {
	p.mu.Lock()
	said, stopped := p.said, p.stopped
	p.mu.Unlock()
	if said != "" {
		return fmt.Errorf("%s %s", p.cmd.Path, said)
	}
	select {
	case <-p.over:
	case <-time.After(100 * time.Millisecond): // the end of the output comes a little before
		return nil
	}
	how := "ended"
	if p.ended != nil && !stopped {
		how = p.ended.Error()
	}
	if last := p.tail.lastLine(); last != "" {
		how += ": " + last
	}
	return fmt.Errorf("%s: %s", p.cmd.Path, how)
}

// stop ends the program as the specification has it ("Transports", "stdio"):
// by the end of its input, by a signal, by force.
func (p *process) stop(patience time.Duration) {
	p.once.Do(func() {
		p.mu.Lock()
		p.stopped = true
		p.mu.Unlock()
		_ = p.stdin.Close()
		defer func() { _ = p.stdout.Close() }()                                    // a child of it may have it too
		terminate := func() error { return p.cmd.Process.Signal(syscall.SIGTERM) } // not on Windows
		for _, end := range []func() error{terminate, p.cmd.Process.Kill} {
			select {
			case <-p.over:
				return
			case <-time.After(patience):
				if err := end(); err != nil {
					_ = p.cmd.Process.Kill() // an error then means that it has ended
				}
			}
		}
		<-p.over
	})
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailBytes = 2 << 10

// Write implements [io.Writer].
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if over := len(t.text) - tailBytes; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

// lastLine returns the last line that is not empty.
func (t *tail) lastLine() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := bytes.TrimSpace(t.text)
	return shorten(string(text[bytes.LastIndexByte(text, '\n')+1:]))
}
