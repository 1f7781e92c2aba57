package mcpruntime

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// listenAddress completes an address: without a host it is a loopback one,
// since a server must not be open to a network by accident.
func listenAddress(addr string) (string, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil || port == "" {
		return "", fmt.Errorf("-http: %q is no address; write :8080 (this machine only) or HOST:8080, such as 0.0.0.0:8080", addr)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port), nil
}

// serveHTTP serves HTTP until ctx ends, and then what is under way.
func (s *Server) serveHTTP(ctx context.Context, addr string, stderr io.Writer) int {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return exitFailure
	}
	fmt.Fprintf(stderr, "listening on http://%s/mcp\n", listener.Addr())
	handler := s.Handler()
	mux := http.NewServeMux()
	for _, path := range []string{"/{$}", "/mcp", "/healthz"} {
		mux.Handle(path, handler)
	}
	if err := s.serveListener(ctx, listener, mux); err != nil {
		fmt.Fprintln(stderr, err)
		return exitFailure
	}
	return exitOK
}

// serveListener serves until ctx ends. Then streams end, calls that run get
// [Limits.StopTime], and what is left is cut off.
func (s *Server) serveListener(ctx context.Context, listener net.Listener, handler http.Handler) error {
	base, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	server := &http.Server{
		Handler:           handler,
		BaseContext:       func(net.Listener) context.Context { return base },
		ReadHeaderTimeout: min(10*time.Second, s.limits.BodyTime),
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
	}
	server.RegisterOnShutdown(s.Drain)
	var unused unusedConns
	server.ConnState = unused.note
	server.RegisterOnShutdown(unused.closeAll)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	patience, cancel := context.WithTimeout(base, s.limits.StopTime)
	defer cancel()
	err := server.Shutdown(patience)
	if errors.Is(err, context.DeadlineExceeded) {
		s.cutOff()
		err = nil
	}
	cut() // before Close, which waits for functions that run
	_ = server.Close()
	s.closeSessions()
	return err
}

// unusedConns are the connections on which nothing has come yet. Clients open
// some ahead of need, and [http.Server.Shutdown] waits five seconds for each.
type unusedConns struct {
	mu   sync.Mutex
	open map[net.Conn]bool
}

// note follows the state of a connection.
func (u *unusedConns) note(c net.Conn, state http.ConnState) {
	u.mu.Lock()
	defer u.mu.Unlock()
	switch {
	case state != http.StateNew:
		delete(u.open, c)
	case u.open == nil:
		u.open = map[net.Conn]bool{c: true}
	default:
		u.open[c] = true
	}
}

// firstTime is how long a request that is on its way has to arrive when the
// server stops.
const firstTime = 250 * time.Millisecond

// closeAll closes those on which nothing comes any more.
func (u *unusedConns) closeAll() {
	time.Sleep(firstTime)
	u.mu.Lock()
	defer u.mu.Unlock()
	for c := range u.open {
		_ = c.Close() // its goroutine says the same
	}
}

// cutOff notes that calls are given up.
func (s *Server) cutOff() {
	logger().Warn("calls that did not end in time are cut off", "after", s.limits.StopTime)
}

// closeSessions ends what the SDK keeps of HTTP sessions. It waits no longer
// than for what answers a cancelled context at once.
func (s *Server) closeSessions() {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for session := range s.mcp.Sessions() {
			if session.ID() != "" {
				_ = session.Close() // its client is gone
			}
		}
	}()
	select {
	case <-done:
	case <-time.After(time.Second):
	}
}
