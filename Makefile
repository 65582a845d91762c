# Every target is one line that calls a script; read the script to see what it does.
.PHONY: help run test check bench soak openapi journeys clients contract histories kills

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

run: ## build the one binary and serve everything on http://localhost:8080
	@scripts/run

test: ## everything that has to be green: checks, all tests, the browser test
	@scripts/test

check: ## the fast part of it: format, lints, project rules, the web app's own checks
	@scripts/check

journeys: ## paste every snippet that the product shows into a fresh project, and run it
	@scripts/journeys

bench: ## measure a release build, as ratios to a bare handler and to node-oidc-provider
	@scripts/bench

soak: ## load a release build for an hour (SOAK_MINUTES) and watch its memory
	@scripts/bench soak

openapi: ## write openapi/*.json, and the web client's types from them
	@scripts/openapi

clients: ## generate clients in five languages, compile them, use them against a running server
	@scripts/clients

contract: ## compare our calls and our double of Stripe with stripe-mock and Stripe's own client
	@scripts/contract

histories: ## live through 200 random histories of sales over HTTP and 2,000 of subscribers on each engine
	@scripts/long-tests histories

kills: ## kill the server and PostgreSQL 400 times each while buyers buy, subscribe, top up and get money back
	@scripts/long-tests kills
