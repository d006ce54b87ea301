"""Handlers of effects, which run after a commit: the posters of videos."""
