"""Pure parts of the day of 500 clients."""
