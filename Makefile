VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: test lint fuzz

test: lint
	$(BIN)/python -m pytest -q

lint:
	$(BIN)/ruff check .
	$(BIN)/pyright --pythonpath $(BIN)/python

fuzz:
	$(BIN)/python -m pytest -q tests/fuzz
