package tour

import (
	"context"
	"fmt"
	"strconv"
	"sync/atomic"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
)

// Desk sells tickets. It is the server's, and no caller sees it.
type Desk struct{ sold atomic.Int64 }

// WithDesk gives each call the desk.
func WithDesk(d *Desk) mcpruntime.Option {
	return mcpruntime.WithProvider("desk", func(context.Context) (*Desk, error) { return d, nil })
}

// Visit sells a ticket to the observatory.
//
//mcp:tool
//mcp:param desk hidden=desk
func Visit(ctx context.Context, desk *Desk, guests int) (string, error) {
	// The function begins again when the visitor has paid; the number stays.
	number, err := mcpruntime.Once(ctx, "number", func() (int64, error) { return desk.sold.Add(1), nil })
	if err != nil {
		return "", err
	}
	if guests > 10 {
		if err := mcpruntime.Approve(ctx); err != nil { // of so many guests, and only then
			return "", err
		}
	}
	page := mcpruntime.ExpandURI("https://example.com/pay{?ticket,guests}", "ticket", strconv.FormatInt(number, 10), "guests", strconv.Itoa(guests))
	if err := mcpruntime.AskURL(ctx, "Pay for the visit.", page, mcpruntime.Key("payment")); err != nil {
		return "", err
	}
	return fmt.Sprintf("ticket %d for %d", number, guests), nil
}

// Guide has the client's model tell of an object.
//
//mcp:tool readonly
func Guide(ctx context.Context, object string) (string, error) {
	if !mcpruntime.ClientCan(ctx).Sample {
		return "There is no guide today.", nil
	}
	said, err := mcpruntime.Sample(ctx, mcpruntime.SampleRequest{Prompt: "Tell of " + object + " in a sentence.", MaxTokens: 100})
	if err != nil {
		return "", err
	}
	return said.Text, nil
}
