# The front door. Each target does all its own set-up; `make help` lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := build
JOBS := $(shell nproc)

.PHONY: help build debug sanitize test test-setup fuzz demo bench package format clean

help: ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

build: ## the program: build/interloper
	@scripts/setup build
	@scripts/build build RelWithDebInfo

debug: ## unoptimised: build/debug/interloper
	@scripts/setup build
	@scripts/build build/debug Debug

sanitize: ## AddressSanitizer and UBSan: build/sanitize
	@scripts/setup test
	@scripts/build build/sanitize RelWithDebInfo -DINTERLOPER_TESTS=ON -DINTERLOPER_SANITIZE=ON

test: sanitize ## every test
	@scripts/build build RelWithDebInfo -DINTERLOPER_TESTS=ON
	@scripts/test

fuzz: test-setup ## half a minute of fuzzing for each thing that is parsed (needs clang)
	@test/fuzz/fuzz 30

demo: build ## a race found, in under 20 seconds
	@scripts/setup demo
	@scripts/demo

bench: test-setup ## speed, as ratios measured side by side
	@scripts/bench

package: build ## the npm packages: build/package/*.tgz (ARCH=arm64: that for arm64, on another machine)
	@scripts/setup package
	@$(if $(ARCH),scripts/setup $(ARCH))
	@scripts/package $(ARCH)

test-setup: build
	@scripts/setup test

format: ## clang-format over all C files
	@git ls-files '*.c' '*.h' | xargs clang-format -i

clean: ## remove build/
	@rm -rf build
