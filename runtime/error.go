package mcpruntime

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/mcpgen/mcpgen/runtime/handle"
)

// Codes that the runtime itself gives to tool errors. Functions may use these
// and any other with [Errorf].
const (
	CodeBadArgument = "bad_argument" // the arguments do not fit
	CodeNotFound    = "not_found"    // a resource that does not exist
	CodeNoResult    = "no_result"    // the function returned a nil pointer
	CodeTimeout     = "timeout"      // the call took longer than its timeout or Limits.CallTime
	CodeCancelled   = "cancelled"    // the caller no longer waits
	CodeBusy        = "busy"         // more than Limits.Calls at the same time
	CodeTooLarge    = "too_large"    // the result is larger than Limits.ResultBytes
	CodeInternal    = "internal"     // a panic, or a result that cannot be encoded
	CodeDeclined    = "declined"     // the user said no to a question
	CodeDismissed   = "dismissed"    // the user made no choice
	CodeCannotAsk   = "cannot_ask"   // there is nobody to ask, or no call to ask in

	CodeUnknownHandle = handle.CodeUnknown // a handle that does not exist, or not for the caller
	CodeExpiredHandle = handle.CodeExpired // a handle that was not used for too long
	CodeWrongKind     = "wrong_kind"       // a handle of a value of another type
)

// Error is a tool error with a code. It crosses the wire: the message in the
// content of the result, the code in its _meta.
type Error struct {
	// Code is a word for programs, such as "not_found"; empty when the error
	// had none.
	Code string
	// Message is for people and models.
	Message string

	cause error
}

// Errorf returns an [*Error] with a code and a message in the form of
// [fmt.Errorf]; %w works, several times too.
func Errorf(code, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	e := &Error{Code: code, Message: err.Error(), cause: errors.Unwrap(err)}
	if _, several := err.(interface{ Unwrap() []error }); several {
		e.cause = err
	}
	return e
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the error that was wrapped with %w; nil on a client.
func (e *Error) Unwrap() error { return e.cause }

// NilResult is the error of a function that returned a nil pointer where its
// result is promised.
func NilResult(function string) error {
	return Errorf(CodeNoResult, "%s returned no result", function)
}

// codeOf returns the code of an error of a tool; "" when it has none.
func codeOf(err error) string {
	if e := (*Error)(nil); errors.As(err, &e) {
		return e.Code
	}
	if e := (*DocumentError)(nil); errors.As(err, &e) {
		return cmp.Or(e.code, CodeBadArgument)
	}
	if e := (*handle.Error)(nil); errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// JSON-RPC error codes; see https://www.jsonrpc.org/specification#error_object.
const (
	rpcMethodNotFound = -32601
	rpcInvalidParams  = -32602
	rpcInternal       = -32603
)

// RPCError is an error of the protocol, not of a tool: an unknown name or
// malformed parameters. It reaches the caller as a JSON-RPC error.
type RPCError struct {
	// Code is a JSON-RPC error code, such as -32602.
	Code    int64
	Message string
	// Data is a JSON value or nil.
	Data []byte

	// ours tells what this server says of a request from what another server
	// has said of one of a function's.
	ours bool
}

// Error returns the message.
func (e *RPCError) Error() string { return e.Message }

func invalidParams(format string, args ...any) *RPCError {
	return &RPCError{Code: rpcInvalidParams, Message: fmt.Sprintf(format, args...), ours: true}
}
