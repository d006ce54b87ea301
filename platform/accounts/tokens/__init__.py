"""Access tokens, refresh tokens, one-time tokens, and the keys that sign them."""
