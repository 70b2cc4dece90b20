# Card City: `make run` plays, `make test` proves. Everything is installed under .venv and kept under var.
VENV := .venv
PYTHON := $(VENV)/bin/python
HOST ?= 127.0.0.1
PORT ?= 8000
# What passes mypy's strict mode.
TYPED := games/rules games/fair games/bots games/parts.py games/plots.py games/likeness.py

.PHONY: run test mutants nightly check format bench messages pin clean

run: $(VENV)/base.stamp
	@$(PYTHON) manage.py migrate --verbosity 0
	@$(PYTHON) manage.py collectstatic --noinput --verbosity 0
	@exec $(PYTHON) manage.py serve --host $(HOST) --port $(PORT)

# One folder or one test: make test ARGS="tests/fair -x"
test: $(VENV)/dev.stamp
	@sh tests/run.sh $(ARGS)

mutants: $(VENV)/dev.stamp
	@$(PYTHON) -m tests.mutants $(ARGS)

nightly: $(VENV)/dev.stamp
	@THOROUGH=1 sh tests/run.sh
	@$(PYTHON) manage.py bench point_city --check

check: $(VENV)/dev.stamp
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy --strict $(TYPED)
	$(VENV)/bin/lint-imports
	$(PYTHON) manage.py makemigrations --check --dry-run
	@$(MAKE) --no-print-directory test

format: $(VENV)/dev.stamp
	$(VENV)/bin/ruff format .
	$(VENV)/bin/ruff check --fix .

bench: $(VENV)/dev.stamp
	$(PYTHON) manage.py bench
	$(PYTHON) manage.py bench --live

messages: $(VENV)/dev.stamp
	$(PYTHON) manage.py makemessages --all --no-location --no-obsolete --ignore=.venv --ignore=var --ignore=tests
	$(PYTHON) manage.py compilemessages --ignore=.venv --ignore=var

pin: $(VENV)/dev.stamp
	$(VENV)/bin/pip install --quiet pip-tools
	for set in base push dev; do $(VENV)/bin/pip-compile --upgrade --quiet --no-header --no-annotate --strip-extras \
	  --no-emit-index-url --no-emit-find-links --no-emit-trusted-host -o requirements/$$set.txt requirements/$$set.in; done

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Card City needs Python 3.11 or newer."; exit 1; }
	@python3 -m venv $(VENV) || { rm -rf $(VENV); echo "On Debian and Ubuntu: apt install python3-venv"; exit 1; }

$(VENV)/%.stamp: requirements/%.txt | $(VENV)/bin/python
	@echo "Installing what $< lists …"
	@$(VENV)/bin/pip install --quiet $(PIP_FLAGS) --disable-pip-version-check -r $<
	@touch $@
