"""Measurements of chatbots: the time to the first token, and how often retrieval finds the right training row."""
