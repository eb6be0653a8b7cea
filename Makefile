# Everything a developer or a newcomer runs. Each target sets up what it needs in .venv.
PYTHON ?= python3
BIN := .venv/bin
RUN := .venv/.for-use
DEV := .venv/.for-development

.PHONY: help setup tournament test test-all check format bench examples clean

help: ## show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(RUN) ## set up .venv for use

$(BIN)/python:
	$(PYTHON) -m venv .venv

$(RUN): pyproject.toml requirements.lock | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.lock -e .
	@touch $@

$(DEV): pyproject.toml requirements.lock | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.lock -e '.[dev]'
	@touch $@ $(RUN)

tournament: $(RUN) ## set up, then play a round robin of the stock players of both games
	$(BIN)/headrace tournament forecast
	$(BIN)/headrace tournament defcon

test: $(DEV) ## set up, then run the tests
	$(BIN)/python -m pytest -n 2 --dist worksteal

test-all: $(DEV) ## the tests and all that is slow: calibration, soak, long fuzzing
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not bench" --timeout 3600

check: $(DEV) ## format, lint, types, layers of imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(DEV) ## format and mend what can be mended by itself
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(DEV) ## measure speed against the C yardsticks; the history is kept in .benchmarks/
	$(BIN)/python scripts/bench.py

examples: build/program ## build the example player in C (needs a C compiler)

build/program: docs/examples/program.c
	@mkdir -p build
	$(CC) -O2 -Wall -Wextra -o $@ $<

clean: ## remove what was built, but no runs
	rm -rf .venv dist build .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
