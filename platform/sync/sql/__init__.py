"""Raw SQL for statements that every write runs."""
