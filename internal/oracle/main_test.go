package oracle

import (
	"os"
	"testing"

	"github.com/mcpgen/mcpgen/internal/house"
)

func TestMain(m *testing.M) { os.Exit(house.RunLocked(m, workDir)) }
