"""Demo data and the sandbox."""
