"""Measurements of websites."""
