package mcpruntime

import "time"

// Limits bound what a caller can make a server do. A field that is zero means
// its default.
type Limits struct {
	// MessageBytes is the size of a message, on every transport; default 8 MiB.
	MessageBytes int
	// ArgumentBytes is the size of a call's arguments, which are part of a
	// message; default 4 MiB.
	ArgumentBytes int
	// ResultBytes is the size of a result: the structured content of a tool, the
	// contents of a resource; default 4 MiB.
	ResultBytes int
	// Depth is how deep arguments may nest; default 1,000, which is also the most
	// that messages of any transport may.
	Depth int
	// Items is how many members and elements arguments may have, all levels
	// together; default 250,000.
	Items int
	// CallTime is how long a call may take before it is answered with an
	// error; default 5 minutes. The function sees it as the deadline of its
	// context. A tool with a timeout of its own goes by that. While a client is
	// asked, the time does not go by.
	CallTime time.Duration
	// Calls is how many functions may run at the same time; default 256. A
	// function that outlives its call still counts.
	Calls int
	// BodyTime is how long an HTTP client may take to send a message, and to take
	// what is written to it; default 30 seconds. [Main] gives the header of a
	// request no longer, and at most 10 seconds.
	BodyTime time.Duration
	// Streams is how many event streams of HTTP clients may be open at the same
	// time, besides those of calls; default 1,000.
	Streams int
	// Sessions is how many HTTP sessions of clients before 2026-07-28 may be
	// open at the same time; default 1,000.
	Sessions int
	// SessionIdle is after how long without a request such a session ends;
	// default 10 minutes.
	SessionIdle time.Duration
	// AnswerTime is how long a call that asks its client something can be gone on
	// with; default 1 hour. Before 2026-07-28 the function waits, for each question
	// as long.
	AnswerTime time.Duration
	// StopTime is how long calls that run get to finish when the server stops;
	// default 10 seconds.
	StopTime time.Duration
}

// The defaults of [Limits.Depth] and [Limits.MessageBytes].
const (
	defaultDepth        = 1000
	defaultMessageBytes = 8 << 20
)

func (l Limits) withDefaults() Limits {
	l.MessageBytes = orDefault(l.MessageBytes, defaultMessageBytes)
	l.ArgumentBytes = orDefault(l.ArgumentBytes, 4<<20)
	l.ResultBytes = orDefault(l.ResultBytes, 4<<20)
	l.Depth = orDefault(l.Depth, defaultDepth)
	l.Items = orDefault(l.Items, 250_000)
	l.CallTime = orDefault(l.CallTime, 5*time.Minute)
	l.Calls = orDefault(l.Calls, 256)
	l.BodyTime = orDefault(l.BodyTime, 30*time.Second)
	l.Streams = orDefault(l.Streams, 1000)
	l.Sessions = orDefault(l.Sessions, 1000)
	l.SessionIdle = orDefault(l.SessionIdle, 10*time.Minute)
	l.AnswerTime = orDefault(l.AnswerTime, time.Hour)
	l.StopTime = orDefault(l.StopTime, 10*time.Second)
	return l
}

func orDefault[T int | time.Duration](v, def T) T {
	if v <= 0 {
		return def
	}
	return v
}
