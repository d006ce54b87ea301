"""Measurements of chatbots: time to first token, and how well training is found."""
