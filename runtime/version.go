package mcpruntime

// Compatible is the type of the handshake between generated code and this
// package. Generated code of version N holds
//
//	_ = mcpruntime.Compatible(N - mcpruntime.MinGenerated)
//	_ = mcpruntime.Compatible(mcpruntime.MaxGenerated - N)
//
// and a constant below zero does not fit into an unsigned type, so that a
// mismatch stops the build at the line that says what to do.
type Compatible uint8

const (
	// MinGenerated is the oldest version of generated code that this package
	// serves. It grows when something generated code calls is removed or
	// changes its meaning.
	MinGenerated = 1
	// MaxGenerated is the newest version of generated code that this package
	// serves. It grows when generated code begins to call something new.
	MaxGenerated = 1
)
