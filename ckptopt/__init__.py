"""Reverse-mode differentiation and checkpointing of MLIR, on xDSL."""

__version__ = "0.1.0"
