# `make` alone lists the targets.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# Separate build directories, so that `make run` and `make test` can run at the same time.
run_build := .build
test_build := .build/tests

# Swift keeps caches in the home directory; if that is read-only or missing, it gets one in the checkout.
ifneq ($(shell test -w "$$HOME" && echo writable),writable)
export HOME := $(CURDIR)/.build/home
endif

.PHONY: help run test api pages sdks clients wheel dist deploy containers lint check bench nightly clean bootstrap

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: bootstrap ## Build for release and start everything: database, front, worker, demo tenants
	@if [ -x $(run_build)/release/parlay ]; then echo "Building the changes."; \
	else echo "Building for release, which takes several minutes the first time; swift shows the progress."; fi
	@SECONDS=0; \
	scripts/build $(run_build); \
	echo "Built in $$((SECONDS / 60)) min $$((SECONDS % 60)) s."
	exec $(run_build)/release/parlay up

test: bootstrap ## Run every test; they start a throw-away PostgreSQL of their own
	scripts/build-tests $(test_build)
	scripts/test $(test_build)
	scripts/check-faults $(test_build)/debug/parlay

api: ## Test the server that `make test` built against its OpenAPI document (installs schemathesis from PyPI)
	scripts/check-api $(test_build)/debug/parlay

sdks: ## Generate clients for five languages from the OpenAPI document of that server, and compile them
	scripts/bootstrap --sdks
	scripts/check-sdks $(test_build)/debug/parlay --all

clients: ## Check the clients for JavaScript and Python against that server (ARGUMENTS=--write writes their calls and types)
	scripts/bootstrap --sdks
	scripts/check-clients $(test_build)/debug/parlay $(or $(ARGUMENTS),--all)

wheel: ## Build the Python client's wheel in .build/clients
	python3 clients/python/backend.py .build/clients

pages: ## Play stories of the apps in Chromium and Firefox on that server, with pictures of each screen in .build/pages
	scripts/bootstrap --pages
	scripts/check-pages $(test_build)/debug/parlay $(ARGUMENTS)

dist: bootstrap ## Build for release and write a Debian package, a tar, an image and a list of what is in them into dist/
	scripts/bootstrap --dist
	scripts/build $(run_build)
	scripts/dist $(run_build)/release/parlay

deploy: ## Check the files for Compose, Caddy, systemd, Kubernetes and Prometheus with the tools that are installed
	scripts/check-deploy

containers: ## Build the image, start the compose stack, use it through Caddy and delete it (needs Docker Compose)
	scripts/check-containers

lint: ## Check the format of the Swift sources and the shell scripts, and that the planted bugs still apply
	swift format lint --strict --recursive --parallel Package.swift Sources Tests db
	if command -v shellcheck >/dev/null; then shellcheck scripts/bootstrap scripts/build scripts/build-tests scripts/test scripts/check-api scripts/check-sdks scripts/check-client scripts/check-clients scripts/check-deploy scripts/check-dist scripts/check-pages scripts/dist scripts/image-root scripts/linked scripts/replay-seasons scripts/drill-upgrade scripts/dump-schema scripts/list-documents scripts/faults scripts/check-faults scripts/planted scripts/fuzz scripts/nightly .ci/run deploy/compose/roles.sh deploy/compose/secrets.sh deploy/backup/parlay-backup; fi
	scripts/planted --applies
	if command -v docker-compose >/dev/null; then docker-compose config --quiet; fi

check: lint test ## What a change must pass: lint, then build with warnings as errors and test

bench: ## Run the benchmarks
	scripts/bootstrap --dev
	Benchmarks/run

nightly: ## Attack the promises for about three hours: faults, planted bugs, fuzzers, a soak, drills
	scripts/bootstrap --dev
	scripts/bootstrap --dist
	scripts/nightly

clean: ## Delete the build products; the data in .parlay stays
	rm -rf .build

bootstrap:
	@scripts/bootstrap
	@mkdir -p "$$HOME"
