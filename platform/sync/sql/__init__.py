"""Raw SQL for the statements of every write."""
