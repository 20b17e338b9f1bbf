VENV ?= .venv
MINUTES ?= 5
BIN := $(VENV)/bin

.PHONY: test lint fuzz

test: lint
	$(BIN)/python -m pytest -q

lint:
	$(BIN)/ruff check .
	$(BIN)/pyright --pythonpath $(BIN)/python

fuzz:
	$(BIN)/python tests/fuzz/run.py --minutes $(MINUTES)
