"""Handlers of effects, which run after a commit: embeddings, and the purge of deleted bots."""
