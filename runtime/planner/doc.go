// Package planner is what lets a model plan with tools: their signatures as one
// line each, registries of such lines, and the programs that answer them.
//
// It knows nothing of servers and transports.
package planner
