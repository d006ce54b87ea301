"""Training data read from pages, documents and APIs."""
