"""Runs database reads and writes: the executor, group commit, and limits on waiting."""
