"""Calls to Google Analytics."""
