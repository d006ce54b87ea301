"""What runs after a commit: the delivery of emails."""
