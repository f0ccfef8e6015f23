# The front door. Each target does all its own set-up; `make help` lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := build
JOBS := $(shell nproc)

.PHONY: help setup build debug sanitize test fuzz demo bench format clean

help: ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

setup: ## install what is missing (apt, npm); quick when nothing is
	@scripts/setup

build: setup ## the program: build/interloper
	@scripts/build build RelWithDebInfo

debug: setup ## unoptimised: build/debug/interloper
	@scripts/build build/debug Debug

sanitize: setup ## AddressSanitizer and UBSan: build/sanitize
	@scripts/build build/sanitize RelWithDebInfo -DINTERLOPER_SANITIZE=ON

test: build sanitize ## every test
	@scripts/test

fuzz: build ## half a minute of fuzzing for each thing that is parsed (needs clang)
	@test/fuzz/fuzz 30

demo: build ## a race found, in under 20 seconds
	@scripts/demo

bench: build ## speed, as ratios measured side by side
	@scripts/bench

format: ## clang-format over all C files
	@git ls-files '*.c' '*.h' | xargs clang-format -i

clean: ## remove build/
	@rm -rf build
