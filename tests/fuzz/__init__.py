"""Property-based tests and the fuzzer."""
