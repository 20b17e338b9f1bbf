"""The MLIR dialects that ckptopt reads and writes: xDSL's, completed to what mlir-opt 22 prints.

Nothing is imported here: `registry` gives a context whose dialects load on first use, `reader` and
`writer` go between text and IR, and `verifier` checks a module.
"""
