package mcpruntime

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen/mcpgen/runtime/handle"
	"github.com/mcpgen/mcpgen/runtime/planner"
)

// Server is an MCP server: the tools, resources and prompts that generated
// code adds, and the ways to serve them.
type Server struct {
	limits       Limits
	interceptors []Interceptor
	lenient      bool
	principal    func(*http.Request) (string, error)
	closers      []func() error
	hosts        []string // in lower case; none for the default
	sealer       *sealer  // nil when its keys are none, which is a fault
	onceStore    OnceStore
	heartbeat    time.Duration // 0 for none
	cache        caches        // of lists
	text         TextMode
	handles      handle.Store
	modeTools    map[string]func(*planner.View) string // those of planner mode, and what models read of them; nil in plain mode
	pageSize     int                                   // of what the SDK does not page itself
	providers    map[string]any
	profiles     map[string]planner.Select
	selects      []planner.Select // the server's view of its registry; none for all of it
	viewOf       func(context.Context, string) planner.Select
	levels       sync.Map // from *mcp.ServerSession to the slog.Level that it asked for
	drained      context.Context
	drain        context.CancelFunc // ends drained
	slots        chan struct{}      // one element for each running function
	chains       chan struct{}      // one element for each call that is with interceptors
	mcp          *mcp.Server

	// registering keeps tools/list away while the SDK registers a tool, which
	// must not be seen before its schemas are.
	registering sync.RWMutex

	handleResources sync.Once // see serveHandles

	serving atomic.Bool // nothing that is added wrongly any more keeps it from going on

	mu        sync.RWMutex
	tools     map[string]*registeredTool
	resources map[string]*registeredResource
	templates []*registeredResource
	listings  []*registeredListing
	updates   map[string]bool // the URIs of resources whose change is to be told
	forms     map[reflect.Type]registeredForm
	prompts   map[string]*registeredPrompt
	completer map[completion]Completer
	claims    map[string]site
	faults    []error
	groups    map[string][]string     // what is said of groups of tools
	planned   atomic.Pointer[planned] // nil when the tools have changed since
}

// Option changes a server that [NewServer] makes.
type Option func(*options)

type options struct {
	title        string
	instructions string
	limits       Limits
	lenient      bool
	interceptors []Interceptor
	principal    func(*http.Request) (string, error)
	hosts        []string
	closers      []func() error
	stateKeys    [][]byte
	onceStore    OnceStore
	heartbeat    time.Duration
	cache        caches
	pageSize     int
	icons        []Icon
	providers    []provider
	profiles     []profile
	selects      []planner.Select
	viewOf       func(context.Context, string) planner.Select
	handles      handle.Store // nil for the default
	text         TextMode
	planner      bool
}

// WithTitle sets the name that people read.
func WithTitle(title string) Option { return func(o *options) { o.title = title } }

// WithInstructions sets what models are told about the server as a whole.
func WithInstructions(text string) Option { return func(o *options) { o.instructions = text } }

// WithLimits sets the limits of the server; fields left zero keep their
// defaults.
func WithLimits(limits Limits) Option { return func(o *options) { o.limits = limits } }

// NewServer returns a server without tools. Its name and version are what
// clients are told.
func NewServer(name, version string, opts ...Option) *Server {
	o := collect(opts)
	var s *Server
	s = newServer(mcp.NewServer(
		&mcp.Implementation{Name: name, Title: o.title, Version: version, Icons: icons(o.icons)},
		&mcp.ServerOptions{
			Instructions: o.instructions,
			PageSize:     o.pageSize,
			//lint:ignore SA1019 logging is deprecated since 2026-07-28, and served
			Capabilities:       &mcp.ServerCapabilities{Logging: &mcp.LoggingCapabilities{}}, // the rest is inferred
			SubscribeHandler:   func(_ context.Context, req *mcp.SubscribeRequest) error { return s.subscribe(req) },
			UnsubscribeHandler: func(context.Context, *mcp.UnsubscribeRequest) error { return nil },
		}), o)
	if o.planner {
		s.planMode()
	}
	s.narrow(o)
	return s
}

func collect(opts []Option) (o options) {
	for _, opt := range opts {
		opt(&o)
	}
	return o
}

// newServer returns a server in front of one of the SDK.
func newServer(server *mcp.Server, o options) *Server {
	limits := o.limits.withDefaults()
	s := &Server{
		limits:       limits,
		lenient:      o.lenient,
		interceptors: o.interceptors,
		principal:    o.principal,
		hosts:        o.hosts,
		closers:      o.closers,
		slots:        make(chan struct{}, limits.Calls),
		chains:       make(chan struct{}, 4*limits.Calls),
		mcp:          server,
		tools:        map[string]*registeredTool{},
		resources:    map[string]*registeredResource{},
		forms:        map[reflect.Type]registeredForm{},
		prompts:      map[string]*registeredPrompt{},
		completer:    map[completion]Completer{},
		onceStore:    o.onceStore,
		heartbeat:    o.heartbeat,
		cache:        o.cache,
		text:         o.text,
		handles:      o.handles,
		pageSize:     orDefault(o.pageSize, mcp.DefaultPageSize),
		providers:    map[string]any{},
		claims:       map[string]site{},
		profiles:     map[string]planner.Select{},
		groups:       map[string][]string{},
	}
	if s.handles == nil {
		s.handles = handle.NewMemory(handle.Limits{})
	}
	var err error
	if s.sealer, err = newSealer(o.stateKeys); err != nil {
		s.fault(err)
	}
	s.provide(o.providers)
	s.drained, s.drain = context.WithCancel(context.Background())
	s.mcp.AddReceivingMiddleware(truthfulVersion, endWithSession, s.noteLevel, s.serveViews, s.hintLists, s.completeLists, s.serveResources, s.serveListings, s.serveCompletions)
	s.mcp.AddSendingMiddleware(keepUnchecked)
	return s
}

// MCP returns the SDK's server behind s, the way out to everything of the SDK.
// What is added there directly is served too, without the checks and limits of
// this package.
func (s *Server) MCP() *mcp.Server { return s.mcp }

// Err returns what keeps the server from starting: names that are registered
// twice, with both places, definitions that are not valid, and views of what is
// not there; nil when there is nothing. [Server.Run], [Server.Local], [Server.Call] and [Main] ask it, and
// [Server.Handler] for each request, until it has been nil once: what is added
// wrongly to a server that serves is not there, and is written to standard error.
func (s *Server) Err() error {
	views := s.checkViews()
	s.mu.RLock()
	defer s.mu.RUnlock()
	return errors.Join(append(slices.Clip(s.faults), views...)...)
}

// start is Err, as long as s does not serve.
func (s *Server) start() error {
	if s.serving.Load() {
		return nil
	}
	err := s.Err()
	if err == nil {
		s.serving.Store(true)
	}
	return err
}

// fault keeps an error for [Server.Err]. The caller holds mu, or is alone with s.
func (s *Server) fault(err error) {
	s.faults = append(s.faults, err)
	if s.serving.Load() {
		logger().Error("what was added to the server is not there", "error", err)
	}
}

// Run serves one connection until it ends or ctx does. The end of the input is
// no error.
func (s *Server) Run(ctx context.Context, transport mcp.Transport) error {
	if err := s.start(); err != nil {
		return err
	}
	return s.mcp.Run(ctx, served(transport))
}

// site is where something was registered: the line that calls AddTool, and the
// line that calls that function, as program counters, which are resolved only
// when there is something to report.
type site [2]uintptr

// caller returns the site of the caller of the exported method that calls it.
func caller() site {
	var pc site
	runtime.Callers(3, pc[:])
	return pc
}

// String names the lines, innermost first.
func (s site) String() string {
	if s == (site{}) {
		return "added to the server of the SDK"
	}
	var lines []string
	frames := runtime.CallersFrames(slices.DeleteFunc(s[:], func(pc uintptr) bool { return pc == 0 }))
	for {
		frame, more := frames.Next()
		if frame.Function != "" {
			lines = append(lines, fmt.Sprintf("%s:%d (%s)", frame.File, frame.Line, frame.Function))
		}
		if !more {
			return strings.Join(lines, ", called at ")
		}
	}
}

// claim notes that a name of a kind is taken; it reports false, and keeps an
// error for [Server.Err], when it was, and when it is no name.
func (s *Server) claim(kind, name string, at site) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if name == "" || strings.ContainsFunc(name, unicode.IsControl) {
		s.fault(fmt.Errorf("%q is no name for a %s\n\t%s", name, kind, at))
		return false
	}
	key := kind + " " + name
	if first, taken := s.claims[key]; taken {
		why := ""
		if kind == "tool" && s.modeTools[name] != nil {
			why = fmt.Sprintf("; planner mode (WithPlanner, or -planner) has tools %s, %s and %s of its own", runTool, changesTool, handleTool)
		}
		s.fault(fmt.Errorf("two %ss are called %q%s:\n\t%s\n\t%s", kind, name, why, first, at))
		return false
	}
	s.claims[key] = at
	return true
}

// reject keeps an error about a definition for [Server.Err]. Its name is free again.
func (s *Server) reject(kind, name string, at site, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.claims, kind+" "+name)
	s.fault(fmt.Errorf("%s %q: %w\n\t%s", kind, name, err, at))
}

// logger writes to standard error: standard output belongs to the protocol.
func logger() *slog.Logger { return slog.New(slog.NewTextHandler(os.Stderr, nil)) }
