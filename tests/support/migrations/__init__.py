"""Checks of the migrations since the last released version."""
