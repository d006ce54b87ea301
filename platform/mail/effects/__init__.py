"""Handlers of effects, which run after a commit: the delivery of emails."""
