"""Measurements in a real browser: the list, a long thread, and a cold start."""
