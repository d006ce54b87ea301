"""Pure parts of the messaging app."""
