"""Handlers of effects, which run after a commit: the drawing of previews."""
