"""Measurements of chatbots: time to first token, and how well retrieval finds the right training."""
