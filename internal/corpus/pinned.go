//go:build pinned

package corpus

import (
	_ "github.com/aws/aws-sdk-go-v2/service/s3/types"
	_ "github.com/google/go-github/v89/github"
	_ "github.com/mcpgen/mcpgen/runtime"
	_ "github.com/stripe/stripe-go/v85"
	_ "github.com/tiktoken-go/tokenizer"
	_ "go.opentelemetry.io/proto/otlp/common/v1"
	_ "k8s.io/api/apps/v1"
	_ "k8s.io/api/core/v1"
)
