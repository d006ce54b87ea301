"""Demo data of DEMO=1, and the sandbox process."""
