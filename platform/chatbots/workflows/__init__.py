"""Workflows of chatbots: each runs several transactions and calls external services."""
