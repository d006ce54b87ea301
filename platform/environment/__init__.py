"""Environment variables, read once and parsed into types."""
