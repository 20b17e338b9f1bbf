"""Runs MLIR functions natively with the tools of an installed MLIR."""

from ckptopt.execution.batch import run_batch
from ckptopt.execution.values import (
    Argument,
    Call,
    CallOutcome,
    Memory,
    Outcome,
    Program,
    Value,
    as_float,
    as_floats,
    flatten,
    literal,
    memref_parts,
)

__all__ = [
    "Argument",
    "Call",
    "CallOutcome",
    "Memory",
    "Outcome",
    "Program",
    "Value",
    "as_float",
    "as_floats",
    "flatten",
    "literal",
    "memref_parts",
    "run_batch",
]
