"""Pure parts of the analytics app."""
