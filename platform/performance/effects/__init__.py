"""Handlers of effects, which run after a commit: scans, and the transactions of a scan."""
