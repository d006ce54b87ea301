"""Search in conversations: trigram keys, the index, and queries."""
