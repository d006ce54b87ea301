"""Calls to external services: language models, embedding models, and addresses that an admin typed."""
