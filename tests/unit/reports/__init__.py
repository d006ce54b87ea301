"""Pure parts of the reports app."""
