.PHONY: help demo check e2e conformance golden generate bench fuzz corpus tokens

help: ## list the targets
	@grep -hE '^[a-z0-9]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

demo: ## generate and build examples/hello in a scratch folder, and call it over MCP
	@scripts/demo.sh

check: ## all that CI checks, in every module of the repository
	@scripts/check.sh

e2e: ## drive the MCP Inspector and other clients against the examples; needs npm
	@scripts/e2e.sh

conformance: ## run the official conformance suite against examples/everything; needs npm
	@scripts/conformance.sh

golden: ## rewrite expected outputs and reference pages; read the diff afterwards
	@scripts/golden.sh

generate: ## run mcpgen on the examples
	@scripts/generate.sh

bench: ## measure, and print the lines "ratio CASE PEER VALUE"
	@scripts/bench.sh

fuzz: ## run every fuzz target for FUZZTIME, a minute by default
	@scripts/fuzz.sh

corpus: ## run mcpgen against the types of other projects, and print what is carried
	@scripts/corpus.sh

tokens: ## count the tokens of docs/tokens.md, and print the lines "tokens tier=… mode=…"
	@scripts/tokens.sh
