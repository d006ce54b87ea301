"""Pure parts of the files app."""
