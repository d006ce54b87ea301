"""Pure parts of the audit and of the long tests."""
