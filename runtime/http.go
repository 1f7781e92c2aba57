package mcpruntime

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	headerVersion = "MCP-Protocol-Version"
	headerMethod  = "Mcp-Method"
	headerSession = "Mcp-Session-Id"
)

// Handler returns the server as an HTTP handler. It serves every revision of
// the protocol at one URL, whatever its path: requests of 2026-07-28 and later
// without a session, older ones with one, told apart by MCP-Protocol-Version.
// A path that ends in /healthz answers GET with 200, or 503 after
// [Server.Drain].
//
// In sessions the context of a call has the values of the request that opened
// the session, not those of the one that brought the call; who calls is
// [Call.Principal]. A handler in an [http.Server] of the caller's wants
// ReadHeaderTimeout and MaxHeaderBytes set there.
//
// Requests that a web page could have been tricked into are refused, see
// [WithAllowedHosts]. What [Server.Err] reports is written to standard error at
// once and answers every request with 500.
func (s *Server) Handler() http.Handler {
	h := &httpHandler{server: s, owners: map[string]owner{}}
	if err := s.Err(); err != nil {
		logger().Error("the server does not start", "error", err)
	}
	self := func(*http.Request) *mcp.Server { return s.mcp }
	h.modern = mcp.NewStreamableHTTPHandler(self, &mcp.StreamableHTTPOptions{
		Stateless:                    true,
		PropagateRequestCancellation: true,
		MaxRequestBodyBytes:          -1, // the body has been read by then
		DisableLocalhostProtection:   true,
	})
	h.legacy = mcp.NewStreamableHTTPHandler(self, &mcp.StreamableHTTPOptions{
		EventStore:                 mcp.NewMemoryEventStore(nil),
		SessionTimeout:             s.limits.SessionIdle,
		MaxRequestBodyBytes:        -1,
		DisableLocalhostProtection: true, // checkHost is stricter, and knows the allowed hosts
	})
	return h
}

// Drain ends the event streams that clients of [Server.Handler] keep open, and
// refuses new ones, so that [http.Server.Shutdown] has only calls to wait for:
//
//	httpServer.RegisterOnShutdown(srv.Drain)
func (s *Server) Drain() { s.drain() }

type httpHandler struct {
	server         *Server
	modern, legacy http.Handler
	opening        atomic.Int64 // requests that may open a session
	streams        atomic.Int64 // event streams that are open

	mu     sync.Mutex
	owners map[string]owner // of sessions
}

// ServeHTTP implements [http.Handler].
func (h *httpHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, "/healthz") {
		h.health(w, r)
		return
	}
	if reason := checkHost(r, h.server.hosts); reason != "" {
		http.Error(w, "forbidden: "+reason, http.StatusForbidden)
		return
	}
	w = answerWriter{w, http.NewResponseController(w), h.server.limits.BodyTime}
	if h.server.start() != nil {
		http.Error(w, "the server has been put together wrongly; its log says how", http.StatusInternalServerError)
		return
	}
	r, ok := h.identify(w, r)
	if !ok {
		return
	}
	if r.Method == http.MethodPost && !h.readBody(w, r) {
		return
	}
	if isStream(r) {
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		defer context.AfterFunc(h.server.drained, cancel)()
		defer h.streams.Add(-1)
		if h.streams.Add(1) > int64(h.server.limits.Streams) || h.server.drained.Err() != nil {
			w.Header().Set("Retry-After", "60")
			http.Error(w, "no more event streams; try again later", http.StatusServiceUnavailable)
			return
		}
		r = r.WithContext(ctx)
	}
	if r.Header.Get(headerVersion) >= newProtocol {
		h.modern.ServeHTTP(w, r)
		return
	}
	h.serveLegacy(w, r)
}

// isStream reports whether a request is answered with events until one of the
// sides ends it.
func isStream(r *http.Request) bool {
	return r.Method == http.MethodGet || r.Header.Get(headerMethod) == methodListen
}

func (h *httpHandler) health(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
	case h.server.start() != nil || h.server.drained.Err() != nil:
		http.Error(w, "stopping", http.StatusServiceUnavailable)
	default:
		_, _ = io.WriteString(w, "ok\n") // a prober that is gone needs no answer
	}
}

// readBody reads the body into memory and refuses what is no message, as it
// does on stdio; it reports false when it has answered.
func (h *httpHandler) readBody(w http.ResponseWriter, r *http.Request) bool {
	if r.ContentLength > int64(h.server.limits.MessageBytes) {
		h.refuseBody(w, &http.MaxBytesError{Limit: int64(h.server.limits.MessageBytes)})
		return false
	}
	// Not every ResponseWriter can: then the limit is that of the http.Server.
	controller := http.NewResponseController(w)
	_ = controller.SetReadDeadline(time.Now().Add(h.server.limits.BodyTime))
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, int64(h.server.limits.MessageBytes)))
	_ = controller.SetReadDeadline(time.Time{})
	if err != nil {
		h.refuseBody(w, err)
		return false
	}
	if code, fault := messageFault(body); fault != "" {
		refuse(w, http.StatusBadRequest, body, code, fault)
		return false
	}
	if code, fault := generationFault(r.Header, body); fault != "" {
		refuse(w, http.StatusBadRequest, body, code, fault)
		return false
	}
	if twice := readableHeaders(r.Header); twice != "" {
		refuse(w, http.StatusBadRequest, body, mcp.CodeHeaderMismatch, "the header "+twice+" stands twice")
		return false
	}
	body = exactBody(body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	return true
}

// refuseBody answers a request whose body did not come.
func (h *httpHandler) refuseBody(w http.ResponseWriter, err error) {
	tooLarge := (*http.MaxBytesError)(nil)
	w.Header().Set("Connection", "close") // the rest of the body is not wanted
	switch {
	case errors.As(err, &tooLarge):
		refuse(w, http.StatusRequestEntityTooLarge, nil, jsonrpc.CodeInvalidRequest,
			"message too large: at most "+strconv.FormatInt(tooLarge.Limit, 10)+" bytes are allowed")
	case errors.Is(err, os.ErrDeadlineExceeded):
		http.Error(w, "the request took longer than "+h.server.limits.BodyTime.String(), http.StatusRequestTimeout)
	default:
		http.Error(w, "the request body could not be read", http.StatusBadRequest)
	}
}

// generationFault says what of the headers does not go with the message: its
// revision, and that sessions begin with initialize.
func generationFault(header http.Header, body []byte) (code int64, fault string) {
	version, modern := header.Get(headerVersion), modernBody(body)
	switch {
	case modern && version == "":
		return mcp.CodeHeaderMismatch, "the header " + headerVersion + " is missing"
	case modern && version < newProtocol:
		return mcp.CodeHeaderMismatch, "the header " + headerVersion + " says " + quote(shorten(version)) + ", and the message another revision"
	case version < newProtocol && header.Get(headerSession) == "" && !opensSession(body):
		return jsonrpc.CodeInvalidRequest, "initialize comes first; other requests carry the header " + headerSession
	}
	return 0, ""
}

// opensSession reports whether a session can begin with a message. What is no
// request is for the SDK to judge.
func opensSession(body []byte) bool {
	var message struct {
		ID     json.RawMessage
		Method string
	}
	err := json.Unmarshal(body, &message)
	return err != nil || message.ID == nil || message.Method == "" || message.Method == "initialize"
}

// modernBody reports whether a message says in its _meta that it is of a
// revision without sessions.
func modernBody(body []byte) bool {
	var message struct {
		Params struct {
			Meta map[string]json.RawMessage `json:"_meta"`
		}
	}
	if !bytes.Contains(body, []byte(mcp.MetaKeyProtocolVersion)) || json.Unmarshal(body, &message) != nil {
		return false
	}
	var version string
	return json.Unmarshal(message.Params.Meta[mcp.MetaKeyProtocolVersion], &version) == nil && version >= newProtocol
}

// refuse answers a message with an error of JSON-RPC.
func refuse(w http.ResponseWriter, status int, message []byte, code int64, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(errorMessage(findID(message), code, text)) // who is gone needs no answer
}
