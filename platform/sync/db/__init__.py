"""Database backends that write recorded changes as the last step of each transaction."""
