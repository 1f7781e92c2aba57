//go:build pinned

// The libraries under test are imported by generated code alone. This file, which
// is never built, keeps them in go.mod.

package corpus

import (
	_ "github.com/aws/aws-sdk-go-v2/service/s3/types"
	_ "github.com/google/go-github/v89/github"
	_ "github.com/stripe/stripe-go/v85"
	_ "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	_ "go.opentelemetry.io/proto/otlp/collector/metrics/v1"
	_ "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	_ "k8s.io/api/apps/v1"
	_ "k8s.io/api/core/v1"
)
