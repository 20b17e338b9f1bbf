"""The derivative rules, executed."""
