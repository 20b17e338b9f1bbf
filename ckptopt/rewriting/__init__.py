"""Clean-up of generated code: folds, dead code, common values."""
