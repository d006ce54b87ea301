"""The architecture checks: each takes the root of a source tree and returns its breaches, one line each."""
