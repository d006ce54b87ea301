"""PostgreSQL, with recorded changes written before COMMIT."""
