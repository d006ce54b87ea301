"""SQLite, with recorded changes written before COMMIT."""
