"""Handlers of effects, which run after a commit: the erasure of a user."""
