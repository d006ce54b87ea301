"""What runs after a commit: the erasure of a user."""
