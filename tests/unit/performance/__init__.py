"""Pure parts of the performance app."""
