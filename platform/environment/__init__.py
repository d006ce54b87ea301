"""Environment variables, read once and typed."""
