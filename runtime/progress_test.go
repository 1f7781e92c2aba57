//lint:file-ignore SA1019 sampling, roots and logging are deprecated since 2026-07-28, and part of it and of all revisions before

package mcpruntime

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// notices is a client that keeps what it is told.
type notices struct {
	mu       sync.Mutex
	progress []mcp.ProgressNotificationParams
	logs     []mcp.LoggingMessageParams
}

func (n *notices) options() *mcp.ClientOptions {
	return &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, req *mcp.ProgressNotificationClientRequest) {
			n.mu.Lock()
			defer n.mu.Unlock()
			n.progress = append(n.progress, *req.Params)
		},
		LoggingMessageHandler: func(_ context.Context, req *mcp.LoggingMessageRequest) {
			n.mu.Lock()
			defer n.mu.Unlock()
			n.logs = append(n.logs, *req.Params)
		},
	}
}

// told returns what the client has been told, once that is complete.
func (n *notices) told(complete func(*notices) bool) (progress, logs string) {
	for range 200 {
		n.mu.Lock()
		ok := complete(n)
		n.mu.Unlock()
		if ok {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, p := range n.progress {
		progress += fmt.Sprintf("%v/%v %s;", p.Progress, p.Total, p.Message)
	}
	for _, l := range n.logs {
		data, _ := l.Data.(map[string]any)
		logs += fmt.Sprintf("%s %v %v;", l.Level, data["msg"], data["n"])
	}
	n.progress, n.logs = nil, nil
	return progress, logs
}

// withNotices lets clients of both generations call over HTTP.
func withNotices(t *testing.T, s *Server, test func(t *testing.T, version string, n *notices, session *mcp.ClientSession)) {
	t.Helper()
	url := serve(t, s).URL
	for _, version := range []string{newProtocol, lastLegacy} {
		t.Run(version, func(t *testing.T) {
			n := &notices{}
			session, err := mcp.NewClient(&mcp.Implementation{Name: "n", Version: "1"}, n.options()).
				Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url, MaxRetries: 1}, &mcp.ClientSessionOptions{ProtocolVersion: version})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = session.Close() })
			test(t, version, n, session)
		})
	}
}

func callWith(t *testing.T, session *mcp.ClientSession, tool string, meta mcp.Meta) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if _, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Meta: meta}); err != nil {
		t.Fatal(err)
	}
}

func TestProgress(t *testing.T) {
	s := NewServer("progress", "1")
	var late context.Context
	addTool(s, "steps", func(ctx context.Context, _ *Writer) error {
		Progress(ctx, 0, 100, "begins")
		Progress(ctx, 50, 100, "half")
		Progress(ctx, 50, 100, "no further")
		Progress(ctx, 20, 100, "back")
		Progress(ctx, math.NaN(), 100, "no number")
		Progress(ctx, 60, math.Inf(1), "of no number")
		Progress(ctx, 100, 100, "done")
		late = ctx
		return nil
	})
	addTool(s, "many", func(ctx context.Context, _ *Writer) error {
		for i := range 10_001 {
			Progress(ctx, float64(i), 10_000, "")
		}
		return nil
	})
	addTool(s, "untotalled", func(ctx context.Context, _ *Writer) error {
		for i := range 1000 {
			Progress(ctx, float64(i), 0, "")
		}
		return nil
	})
	withNotices(t, s, func(t *testing.T, _ string, n *notices, session *mcp.ClientSession) {
		callWith(t, session, "steps", mcp.Meta{"progressToken": "one"})
		Progress(late, 200, 0, "after the end")
		if got, _ := n.told(func(n *notices) bool { return len(n.progress) >= 4 }); got != "0/100 begins;50/100 half;60/0 of no number;100/100 done;" {
			t.Error(got)
		}
		begun := time.Now()
		callWith(t, session, "many", mcp.Meta{"progressToken": "two"})
		got, _ := n.told(func(n *notices) bool { return len(n.progress) > 0 && n.progress[len(n.progress)-1].Progress == 10_000 })
		if !strings.HasSuffix(got, "10000/10000 ;") || strings.Count(got, ";") > progressBurst+2+int(progressRate*time.Since(begun).Seconds()) {
			t.Errorf("%d notifications: %s", strings.Count(got, ";"), got)
		}
		callWith(t, session, "steps", nil) // without a token
		callWith(t, session, "many", nil)
		callWith(t, session, "untotalled", mcp.Meta{"progressToken": "three"})
		got, _ = n.told(func(n *notices) bool { return len(n.progress) > 0 && n.progress[len(n.progress)-1].Progress == 999 })
		if !strings.HasPrefix(got, "0/0 ;") || !strings.HasSuffix(got, ";999/0 ;") { // and nothing that nobody asked for
			t.Error(got)
		}
	})
	Progress(t.Context(), 1, 2, "outside of a call")
}

func TestHeartbeat(t *testing.T) {
	s := NewServer("heartbeat", "1", WithHeartbeat(20*time.Millisecond))
	addTool(s, "long", func(ctx context.Context, _ *Writer) error {
		time.Sleep(100 * time.Millisecond)
		Progress(ctx, 3, 10, "three")
		time.Sleep(100 * time.Millisecond)
		Progress(ctx, 4, 10, "four")
		return nil
	})
	withNotices(t, s, func(t *testing.T, _ string, n *notices, session *mcp.ClientSession) {
		callWith(t, session, "long", mcp.Meta{"progressToken": 1})
		told, _ := n.told(func(n *notices) bool { return len(n.progress) > 0 && n.progress[len(n.progress)-1].Progress >= 4 })
		last, count := -1.0, 0
		for line := range strings.SplitSeq(strings.TrimSuffix(told, ";"), ";") {
			var done, total float64
			if _, err := fmt.Sscanf(line, "%v/%v", &done, &total); err != nil || done <= last || done > 0 && done < 1e-9 {
				t.Errorf("%q after %v: %v", line, last, err)
			}
			last, count = done, count+1
		}
		// A heartbeat may come between the last word and the end of the call.
		if count < 4 || !strings.HasPrefix(told, "0/0 still running") || !strings.Contains(told, ";3/10 three;") || !strings.Contains(told, ";4/10 four;") {
			t.Error(told)
		}
	})
}

func TestLogger(t *testing.T) {
	s := NewServer("log", "1")
	addTool(s, "log", func(ctx context.Context, _ *Writer) error {
		l := Logger(ctx).With("n", 1)
		l.Debug("little")
		l.Info("begun")
		l.Log(ctx, slog.LevelWarn+1, "odd")
		l.Error("bad")
		return nil
	})
	withNotices(t, s, func(t *testing.T, version string, n *notices, session *mcp.ClientSession) {
		callWith(t, session, "log", nil)
		if _, got := n.told(func(*notices) bool { return true }); got != "" {
			t.Error("nobody asked for", got)
		}
		meta := mcp.Meta{mcp.MetaKeyLogLevel: "info"}
		if version == lastLegacy {
			meta = nil
			if err := session.SetLoggingLevel(t.Context(), &mcp.SetLoggingLevelParams{Level: "info"}); err != nil {
				t.Fatal(err)
			}
		}
		callWith(t, session, "log", meta)
		if _, got := n.told(func(n *notices) bool { return len(n.logs) >= 3 }); got != "info begun 1;warning odd 1;error bad 1;" {
			t.Error(got)
		}
	})
	Logger(t.Context()).Debug("outside of a call")
}
