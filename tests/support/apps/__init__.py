"""Steps and fixtures of one app each."""
