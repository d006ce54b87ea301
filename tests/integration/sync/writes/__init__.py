"""Writes: group commit, locks, row statements and the write audit."""
