# Each target does its own set-up. `make demo` shows what Lifeworld does; `make test` shows that it works.
PYTHON ?= python3
BIN = .venv/bin

.PHONY: help setup demo test style check bench docs lock

help:
	@echo "make demo    four agents, real screens, a report (some minutes)"
	@echo "make test    all tests"
	@echo "make style   style and types"
	@echo "make check   style, types, coverage of commands, and a proof of every task"
	@echo "make bench   speed and size, as docs/benchmarks.md has them"
	@echo "make docs    the generated pages of docs/ and the gallery"
	@echo "make setup   only what the others need: packages, fonts and pictures, a browser"

setup:
	@$(PYTHON) scripts/setup.py

demo: setup
	@$(BIN)/lifeworld demo

test: setup
	$(BIN)/pytest -n 2

style: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check: style
	$(BIN)/lifeworld apps --coverage
	$(BIN)/lifeworld check --sample 20

bench: setup
	$(BIN)/python -m bench

docs: setup
	$(BIN)/python scripts/docs.py
	$(BIN)/lifeworld gallery

lock:
	uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --group dev pyproject.toml -o requirements.lock
