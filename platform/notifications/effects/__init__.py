"""What runs after a commit: pushes, emails and marks of notices."""
