"""Calls to the language model and to embedding models."""
