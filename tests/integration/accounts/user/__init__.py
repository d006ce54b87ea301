"""A user's own data: updates, a new address, export and erasure."""
