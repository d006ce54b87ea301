"""Pure parts of the notifications app."""
