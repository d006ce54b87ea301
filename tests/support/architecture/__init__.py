"""The architecture checks: each takes a tree's root and returns its breaches, one line each."""
