# Each target does its own set-up. `make demo` shows what Lifeworld does; `make test` shows that it works.
PYTHON ?= python3
BIN = .venv/bin
# Three for two cores: a test with a browser often waits for it.
WORKERS = -n 3 --dist loadfile

.PHONY: help setup demo test oracles bridges style check bench docs pictures products places lock

help:
	@echo "make demo    three agents, real screens, a report (two minutes)"
	@echo "make test    the tests (some twelve minutes); APP=todo only those of an app"
	@echo "make oracles the statistics against other people's code, in an environment of its own"
	@echo "make bridges trainers and harnesses through their own clients; DOOR=gymnasium only one, DOOR=turn one a day"
	@echo "make style   style and types"
	@echo "make check   style, types, coverage of commands, every law on everything, and a proof of every task"
	@echo "make bench   speed and size, as docs/benchmarks.md has them"
	@echo "make docs    the docs site, in build/site: generated pages, search, API"
	@echo "make pictures the pictures of docs/ and the gallery"
	@echo "make products the pictures of what the shop sells; ONLY=Kitchen a department or product"
	@echo "make places  the pictures of the city's places that are missing; ONLY=lindenpark one of them anew"
	@echo "make setup   only what the others need: packages, fonts and pictures, a browser"

setup:
	@$(PYTHON) scripts/setup.py

demo: setup
	@$(BIN)/lifeworld demo

test: setup
	$(BIN)/pytest $(WORKERS) $(if $(APP),-k $(APP))

oracles: setup
	@$(PYTHON) scripts/setup.py oracles
	LIFEWORLD_ORACLES=all .tools/oracles/bin/pytest tests/stats/test_stats_oracles.py

bridges: setup
	@$(BIN)/python scripts/bridges.py $(or $(DOOR),all)

style: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check: style
	$(BIN)/lifeworld apps coverage
	$(BIN)/pytest $(WORKERS) --whole -m "slow or not slow"
	$(BIN)/lifeworld audit proofs --sample 60
	$(BIN)/lifeworld audit screens --count 300

bench: setup
	$(BIN)/python -m bench

# The site's theme warns of its successor, which can't read mkdocs.yml's hooks yet; it is maintained until May 2027.
docs: setup
	$(BIN)/python scripts/docs.py
	@$(PYTHON) scripts/setup.py docs
	NO_MKDOCS_2_WARNING=1 .tools/docs/bin/mkdocs build --strict --quiet
	@echo "the docs are in build/site: python3 -m http.server --directory build/site"

pictures: setup
	$(BIN)/python scripts/pictures.py
	$(BIN)/python scripts/kit.py
	$(BIN)/python scripts/controls.py
	$(BIN)/lifeworld apps gallery

products: setup
	npm ci --silent --prefix scripts/products
	$(BIN)/python -m scripts.products $(ONLY)

places: setup
	npm ci --silent --prefix scripts/products
	$(BIN)/python -m scripts.places $(ONLY)

LOCK = uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --custom-compile-command "make lock"
lock:
	$(LOCK) --group dev pyproject.toml -o requirements.lock
	$(LOCK) --group oracles pyproject.toml -o oracles.lock
	$(LOCK) --group docs -o docs.lock
