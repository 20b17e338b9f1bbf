"""The programs as MLIR templates, and as JAX functions in `twins`."""
