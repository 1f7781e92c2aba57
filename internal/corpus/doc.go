// Package corpus holds mcpgen against types that nobody wrote for it: all
// exported structs of some widely used modules. Its tests make a function of
// each, generate, compile, and put documents through what came of it, as
// package oracle does with types of its own making.
//
// It is a module of its own, so that these modules are no requirements of
// mcpgen. See README.md for what a run prints.
package corpus
