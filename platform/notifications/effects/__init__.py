"""Handlers of effects, which run after a commit: pushes, emails and marks of notices."""
