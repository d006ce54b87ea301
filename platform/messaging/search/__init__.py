"""Search in threads: trigram keys, the index, and queries."""
