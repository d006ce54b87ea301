"""Replies of chatbots."""
