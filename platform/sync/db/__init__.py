"""Database backends that flush recorded changes as the last act of each transaction."""
