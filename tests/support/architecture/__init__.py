"""The checks that keep the house's shape: each takes a tree's root and returns its breaches, one line each."""
