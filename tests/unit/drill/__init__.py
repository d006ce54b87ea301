"""Pure parts of the restore drill."""
