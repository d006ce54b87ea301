"""What runs after a commit: embeddings, and the purge of deleted bots."""
