package mcpruntime

import (
	"go/constant"
	"go/token"
	"go/types"
	"testing"
)

// The handshakes must not compile for a version outside the range, on either
// side, and must inside it.
func TestHandshakes(t *testing.T) {
	compiles := func(v int64) bool {
		fits := func(v int64) bool {
			value := constant.MakeInt64(v)
			_, err := types.Eval(token.NewFileSet(), nil, token.NoPos, "uint8("+value.String()+")")
			return err == nil
		}
		return fits(v-MinGenerated) && fits(MaxGenerated-v)
	}
	for v := int64(MinGenerated); v <= MaxGenerated; v++ {
		if !compiles(v) {
			t.Errorf("version %d does not compile", v)
		}
	}
	for _, v := range []int64{MinGenerated - 1, MaxGenerated + 1} {
		if compiles(v) {
			t.Errorf("version %d compiles", v)
		}
	}
	var _ = Compatible(0)
}
