package golden

import (
	"os"
	"testing"

	"github.com/mcpgen/mcpgen/internal/house"
)

// The folder has to be one, since import paths are part of the output.
func TestMain(m *testing.M) { os.Exit(house.RunLocked(m, workDir)) }
