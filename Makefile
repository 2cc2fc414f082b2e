# Each target works on a fresh clone with nothing but Python 3.11 or newer, its venv module, and make.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV ?= .venv
BIN := $(VENV)/bin
JOBS ?= 2

.PHONY: help install demo test test-all check format docs gallery studio studio-build studio-check studio-test stubs bench bench-float32 bench-threads bench-ik bench-synthesis opcounts chains scaling corpus first-result instructions trace lines convert-corpus soak mutations clean studio-static hooks release-check torch
.DELETE_ON_ERROR:

help:
	@echo "make demo      the main job: check a robot, print its equations, build and test C, simulate, plot"
	@echo "make test      the tests that take minutes;  make test-all  all of them"
	@echo "make check     ruff, pyright, import-linter"
	@echo "make bench     speed beside Pinocchio and CasADi;  make opcounts, make chains, make scaling  the other tables"
	@echo "make bench-float32   single precision beside double: speed, and how exact it is"
	@echo "make bench-threads   a batch on two threads beside two processes"
	@echo "make bench-ik  inverse kinematics beside EAIK and ssik (ARMS=all: ssik's own arms; POSES=10000)"
	@echo "make bench-synthesis   time to the first candidate and per candidate (STRUCTURES=all, TASK=my.yaml)"
	@echo "make first-result, make instructions, make trace, make lines   this tree; OLD=path/src: another beside it"
	@echo "make soak      files of every format damaged at random, and what the commands make of them (MUTATIONS=10000 SEED=1)"
	@echo "make mutations one operator of the sources changed at a time: does a test notice? (COUNT=30 SEED=1)"
	@echo "make convert-corpus FOLDERS=...   robots through every format and back"
	@echo "make studio    the studio in the browser, without Node (FILE=robot.yaml opens a mechanism)"
	@echo "make studio-build, make studio-check, make studio-test   its page: built, checked against its sources, tested (Node, chromium)"
	@echo "make docs      the documentation as HTML, in docs/_build/html;  make gallery  its gallery, from examples/"
	@echo "make studio-static   the studio as a folder that needs no server but for its files, in out/studio-static"
	@echo "make stubs     typed methods of compiled mechanisms, and the docs' tables, from the tables of quantities"
	@echo "make hooks     checks before every commit (pre-commit)"
	@echo "make release-check   wheel and sdist built, looked into, installed and used in empty environments (FINAL=1: as for a release)"
	@echo "make install   only the virtual environment, with everything a developer needs"

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed (set PYTHON=...)"; exit 1; }
	$(PYTHON) -m venv $(VENV)

# PyTorch, for tests of what is generated for it: this one is built for processors alone where it can be had at all, and any range
# would pull gigabytes for graphics cards. Where it cannot be had (other Pythons, no network), those tests are skipped.
$(VENV)/.torch: | $(BIN)/python
	@$(BIN)/python -c 'import torch' 2>/dev/null || \
	{ $(BIN)/python -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' && \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check torch==2.13.0; } || \
	echo "PyTorch could not be installed: tests that need it are skipped" >&2
	@touch $@

torch: $(VENV)/.torch

$(VENV)/.installed-test $(VENV)/.installed-dev: | $(VENV)/.torch

# One stamp per set of extras, so that the demo does not wait for the developers' tools.
$(VENV)/.installed-%: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[$*]"
	@touch $@

install: $(VENV)/.installed-dev

demo: $(VENV)/.installed-plot
	$(BIN)/python examples/demo.py

test: $(VENV)/.installed-test
	$(BIN)/python -m pytest -n $(JOBS) -m "not slow"

test-all: $(VENV)/.installed-test
	$(BIN)/python -m pytest -n $(JOBS)

check: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/lint-imports --no-cache

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(VENV)/.installed-docs
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build/html
	$(BIN)/python studio/make_static.py docs/_build/html/studio
	@echo "open docs/_build/html/index.html"

# Text and pictures of docs/gallery.md, which are in the repository.
gallery: $(VENV)/.installed-docs
	$(BIN)/python docs/make_gallery.py

studio: $(VENV)/.installed-studio
	$(BIN)/linkwright studio $(FILE)

# The page is in the repository: only who changes its sources, in studio/, needs Node. npm writes this file last.
PACKAGES := studio/node_modules/.package-lock.json
PAGE := src/linkwright/studio/page
PLAYER := src/linkwright/view/player
$(PACKAGES): studio/package.json studio/package-lock.json
	@command -v npm >/dev/null || { echo "npm is needed to build the page: install Node 20 or newer"; exit 1; }
	cd studio && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

# Page, Python (Pyodide) and Linkwright in one folder; says so where the page or Node's packages are not there.
studio-static: $(PACKAGES) $(VENV)/.installed-studio
	$(BIN)/python studio/make_static.py out/studio-static

studio-build: $(PACKAGES)
	cd studio && npm run --silent build

studio-check: $(PACKAGES)
	cd studio && npm run --silent check && npm run --silent test
	@built=$$(mktemp -d) && trap 'rm -rf "$$built"' EXIT && \
	(cd studio && npx vite build --outDir "$$built/page" --emptyOutDir --logLevel warn && \
	npx vite build --config vite.player.config.ts --outDir "$$built/player" --emptyOutDir --logLevel warn) && \
	diff -rq "$$built/page" $(PAGE) && diff -rq "$$built/player" $(PLAYER) || \
	{ echo "$(PAGE) or $(PLAYER) is not what studio/ builds: run make studio-build, and commit it"; exit 1; }
	@echo "the page and the player are what their sources build"

studio-test: $(PACKAGES) $(VENV)/.installed-test studio-static
	cd studio && LINKWRIGHT="$(abspath $(BIN))/linkwright" npm run --silent e2e

stubs: $(VENV)/.installed-dev
	$(BIN)/python docs/make_stubs.py
	$(BIN)/python docs/make_tables.py

bench-threads: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.threads

bench-float32: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.float32

bench: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.speed
	$(BIN)/python -m benchmarks.flags
	$(BIN)/python -m benchmarks.lanes

# Inverse kinematics beside EAIK and ssik; ARMS=all: the arms that ssik is shipped with.
bench-ik: $(VENV)/.installed-bench-ik
	$(BIN)/python -m benchmarks.inverse_kinematics $(if $(ARMS),--arms "$(ARMS)") $(if $(POSES),--poses $(POSES))

bench-synthesis: $(VENV)/.installed-synthesize
	$(BIN)/python -m benchmarks.synthesis_speed $(if $(STRUCTURES),--structures "$(STRUCTURES)") $(if $(TASK),--task "$(TASK)")

opcounts: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.opcounts $(if $(AGAINST),--against $(AGAINST))

# Base parameters and operation counts of 616 serial chains.
chains: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.serial_chains --jobs $(JOBS)

corpus: $(VENV)/.installed-dev
	$(BIN)/python -m benchmarks.corpus $(MODELS)

scaling: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.scaling

# Every robot below FOLDERS through every format and back: the worst difference of forces.
convert-corpus: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.convert $(or $(FOLDERS),examples)

# Of this tree, or (OLD=path/src) of another checkout beside it.
first-result: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.first_result $(if $(OLD),--old $(OLD))

instructions: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.instructions $(if $(OLD),--old $(OLD))

trace: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.trace $(if $(OLD),--old $(OLD))

soak: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.soak --mutations $(or $(MUTATIONS),10000) --seed $(or $(SEED),1) --jobs $(JOBS)

# Sources with one operator changed: does a test notice? Minutes each.
mutations: $(VENV)/.installed-test
	$(BIN)/python -m benchmarks.code_mutations --count $(or $(COUNT),30) --seed $(or $(SEED),1) --jobs $(JOBS)

lines: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.lines $(if $(OLD),--old $(OLD))

hooks: $(VENV)/.installed-dev
	$(BIN)/pre-commit install

# In environments of its own; nothing is uploaded.
release-check: | $(BIN)/python
	$(BIN)/python tools/release.py $(if $(FINAL),--final)

clean:
	rm -rf build dist out docs/_build .pytest_cache .ruff_cache .hypothesis .import_linter_cache
