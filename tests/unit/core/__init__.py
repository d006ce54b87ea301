"""Pure parts of the core app."""
