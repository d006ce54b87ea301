"""Pure parts of the accounts app."""
