"""Calls to push services of browsers."""
