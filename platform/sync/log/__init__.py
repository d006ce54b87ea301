"""The change log: published tables, recorded changes, and their retention."""
