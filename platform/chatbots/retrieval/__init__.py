"""Retrieval of training data for a question: embeddings, vectors, full-text search."""
