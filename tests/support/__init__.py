"""Helpers that the tests share; importable as ``support`` (see pythonpath in pyproject.toml)."""
