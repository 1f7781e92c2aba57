//go:build unix

package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// driveGoSDK drives the client of the Go SDK.
func driveGoSDK(ctx context.Context, _ *testing.T, _ npmTools, to target, revision string, plan []request) (got report, err error) {
	var transport mcp.Transport = &mcp.StreamableClientTransport{Endpoint: to.url}
	if to.url == "" {
		cmd := grouped(exec.CommandContext(ctx, to.command, to.flags...))
		cmd.Env = append(os.Environ(), to.env...)
		transport = &mcp.CommandTransport{Command: cmd}
		defer func() {
			if cmd.Process != nil {
				err = errors.Join(err, killGroup(cmd))
			}
		}()
	}
	var user goUser
	client := mcp.NewClient(&mcp.Implementation{Name: "mcpgen-e2e", Version: "1.0.0"}, &mcp.ClientOptions{
		ElicitationHandler:          user.fillIn,
		ProgressNotificationHandler: user.note,
	})
	session, err := client.Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		return report{}, err
	}
	got.Revision = session.InitializeResult().ProtocolVersion
	var kept handles
	for _, r := range plan {
		if r, err = kept.fill(r); err != nil {
			return report{}, err
		}
		user.begin(r.Answers)
		o := goSDKOutcome(ctx, session, r)
		kept.note(r, o)
		o.Progress = int(user.told.Load())
		got.Outcomes = append(got.Outcomes, o)
	}
	return got, session.Close() // which fails when the program does
}

// goUser answers what a server asks, and counts what it is told.
type goUser struct {
	mu      sync.Mutex
	answers []args
	told    atomic.Int32
}

func (u *goUser) begin(answers []args) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.answers = answers
	u.told.Store(0)
}

func (u *goUser) fillIn(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.answers) == 0 {
		return &mcp.ElicitResult{Action: "decline"}, nil
	}
	answer := u.answers[0]
	u.answers = u.answers[1:]
	return &mcp.ElicitResult{Action: "accept", Content: answer}, nil
}

func (u *goUser) note(context.Context, *mcp.ProgressNotificationClientRequest) { u.told.Add(1) }

// goSDKOutcome makes one request.
func goSDKOutcome(ctx context.Context, session *mcp.ClientSession, r request) outcome {
	res, err := goSDKCall(ctx, session, r)
	if err == nil {
		var data []byte
		if data, err = json.Marshal(res); err == nil {
			return outcome{Result: data}
		}
	}
	if rpc := (*jsonrpc.Error)(nil); errors.As(err, &rpc) {
		return outcome{Error: &callError{Code: strconv.FormatInt(rpc.Code, 10), Message: rpc.Message}}
	}
	return outcome{Error: &callError{Message: err.Error()}}
}

func goSDKCall(ctx context.Context, session *mcp.ClientSession, r request) (any, error) {
	switch r.Method {
	case "tools/list":
		return session.ListTools(ctx, nil)
	case "tools/call":
		return send(ctx, r, session.CallTool)
	case "resources/list":
		return session.ListResources(ctx, nil)
	case "resources/templates/list":
		return session.ListResourceTemplates(ctx, nil)
	case "resources/read":
		return send(ctx, r, session.ReadResource)
	case "prompts/list":
		return session.ListPrompts(ctx, nil)
	case "completion/complete":
		return send(ctx, r, session.Complete)
	case "prompts/get":
		return send(ctx, r, session.GetPrompt)
	}
	return nil, fmt.Errorf("no such method: %s", r.Method)
}

// send makes a request whose parameters are those of the plan.
func send[Params, Result any](ctx context.Context, r request, call func(context.Context, *Params) (Result, error)) (any, error) {
	data, err := json.Marshal(r.Params)
	if err != nil {
		return nil, err
	}
	if r.Progress {
		data = append(data[:len(data)-1], `,"_meta":{"progressToken":"e2e"}}`...)
	}
	params := new(Params)
	if err := json.Unmarshal(data, params); err != nil {
		return nil, err
	}
	return call(ctx, params)
}
