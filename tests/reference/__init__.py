"""A comparison with Enzyme's MLIR passes: both outputs are executed, and both are judged."""
