"""What runs after a commit: scans, and the transactions of each."""
