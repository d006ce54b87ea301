"""Helpers and fixtures for one app each."""
