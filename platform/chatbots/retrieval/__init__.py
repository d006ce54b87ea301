"""Finds the training data that answers a question: embeddings, vectors, full-text search."""
