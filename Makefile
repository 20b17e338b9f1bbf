VENV ?= .venv
MINUTES ?= 5
BIN := $(VENV)/bin

.PHONY: test lint fuzz fuzz-programs fuzz-inputs bench

test: lint
	$(BIN)/python -m pytest -q -n auto --dist loadfile

lint:
	$(BIN)/ruff check .
	$(BIN)/pyright --pythonpath $(BIN)/python

fuzz: fuzz-programs fuzz-inputs

fuzz-programs:
	$(BIN)/python tests/fuzz/run.py --minutes $(MINUTES)

fuzz-inputs:
	$(BIN)/python tests/fuzz/run_mutants.py --minutes $(MINUTES)

bench:
	$(BIN)/python -m benchmarks.run
	$(BIN)/python -m benchmarks.budgets
