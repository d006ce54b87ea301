"""The database of a test run: reset, audit, statement counts and concurrent writers."""
