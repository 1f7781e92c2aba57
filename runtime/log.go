//lint:file-ignore SA1019 sampling, roots and logging are deprecated since 2026-07-28, and part of it and of all revisions before

package mcpruntime

import (
	"context"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Logger returns the logger of a call. Its records go to the client when that
// has asked for records of their level (MCP, "Logging"), and to standard error
// otherwise, as they do outside of a call.
func Logger(ctx context.Context) *slog.Logger {
	d := dialogOf(ctx)
	if d == nil {
		return logger()
	}
	level, wants := d.logLevel()
	if !wants {
		return logger()
	}
	return slog.New(&clientLog{ctx: ctx, least: level, toClient: mcp.NewLoggingHandler(d.session, nil), toStderr: logger().Handler()})
}

// logLevel returns the least level of the records that the client wants.
func (d *dialog) logLevel() (level slog.Level, wants bool) {
	if d.modern() {
		name, _ := d.params.GetMeta()[mcp.MetaKeyLogLevel].(string)
		level, wants = logLevels[mcp.LoggingLevel(name)]
	} else if noted, ok := d.server.levels.Load(d.session); ok {
		level, wants = noted.(slog.Level)
	}
	return level, wants
}

// logLevels are the levels of the protocol, which are those of RFC 5424.
var logLevels = map[mcp.LoggingLevel]slog.Level{
	"debug": mcp.LevelDebug, "info": mcp.LevelInfo, "notice": mcp.LevelNotice, "warning": mcp.LevelWarning,
	"error": mcp.LevelError, "critical": mcp.LevelCritical, "alert": mcp.LevelAlert, "emergency": mcp.LevelEmergency,
}

// noteLevel is a receiving middleware that notes the level that a session of an
// older revision asks for, which the SDK does not tell.
func (s *Server) noteLevel(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		result, err := next(ctx, method, req)
		params, ok := req.GetParams().(*mcp.SetLoggingLevelParams)
		session, is := req.GetSession().(*mcp.ServerSession)
		if level, known := logLevels[levelOf(params)]; ok && is && known && err == nil {
			if _, again := s.levels.Swap(session, level); !again {
				go func() {
					_ = session.Wait() // how it ends does not matter
					s.levels.Delete(session)
				}()
			}
		}
		return result, err
	}
}

func levelOf(params *mcp.SetLoggingLevelParams) mcp.LoggingLevel {
	if params == nil {
		return ""
	}
	return params.Level
}

// clientLog sends records to the client of a call.
type clientLog struct {
	ctx                context.Context // of the call, which knows the request
	least              slog.Level
	toClient, toStderr slog.Handler
}

// Enabled implements [slog.Handler].
func (l *clientLog) Enabled(ctx context.Context, level slog.Level) bool {
	return l.wanted(level) || l.toStderr.Enabled(ctx, level)
}

func (l *clientLog) wanted(level slog.Level) bool {
	return level >= l.least && l.ctx.Err() == nil
}

// Handle implements [slog.Handler].
func (l *clientLog) Handle(ctx context.Context, record slog.Record) error {
	if !l.wanted(record.Level) {
		if !l.toStderr.Enabled(ctx, record.Level) {
			return nil
		}
		return l.toStderr.Handle(ctx, record)
	}
	record.Level = protocolLevel(record.Level)
	return l.toClient.Handle(l.ctx, record)
}

// protocolLevel returns the highest level of the protocol that is not above.
func protocolLevel(level slog.Level) slog.Level {
	best := mcp.LevelDebug
	for _, known := range logLevels {
		if known <= level && known > best {
			best = known
		}
	}
	return best
}

// WithAttrs implements [slog.Handler].
func (l *clientLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	with := *l
	with.toClient, with.toStderr = l.toClient.WithAttrs(attrs), l.toStderr.WithAttrs(attrs)
	return &with
}

// WithGroup implements [slog.Handler].
func (l *clientLog) WithGroup(name string) slog.Handler {
	with := *l
	with.toClient, with.toStderr = l.toClient.WithGroup(name), l.toStderr.WithGroup(name)
	return &with
}
