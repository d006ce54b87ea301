"""Measurements of endpoints: sign-in, search and large files."""
