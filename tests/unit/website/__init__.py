"""Pure parts of the website app."""
