"""Replies of chatbots: prompt and reply."""
