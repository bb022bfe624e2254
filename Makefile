# The verbs of the project. `make run` and `make test` install what they need by themselves.

PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed

.PHONY: install run test failed check browser bench screenshots lock

install: $(INSTALLED)

# A no-op unless the lock or the project file changed.
$(INSTALLED): pyproject.toml requirements.lock
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $(INSTALLED)

run: install
	$(BIN)/gridcode serve

# A process more than there are cores, because many tests wait for servers and browsers; the tests of
# one file stay together, because they share them.
test: install
	$(BIN)/python -m pytest -n $$($(BIN)/python -c "import os; print((os.cpu_count() or 1) + 1)") --dist loadfile

# The tests that failed last, once more, one after the other. Fails, too, where none are known.
failed: install
	$(BIN)/python -m pytest --last-failed --last-failed-no-failures none -rA

check: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

browser: install
	$(BIN)/python -m pytest tests/browser

# Every page over the samples, into docs/. Needs Chromium.
screenshots: install
	$(BIN)/python -m tests.screenshots

# Figures, never verdicts. Those that need documents of other people take them as arguments.
bench: install
	for name in store text_for_search parsing ingest comparison ui; do echo "# $$name"; $(BIN)/python -m tests.bench.$$name || exit 1; done

# After a change of dependencies; needs uv. The lock carries hashes and no download addresses.
lock:
	uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-annotate --no-header --quiet -o requirements.lock
