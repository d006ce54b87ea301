"""Conversations with chatbots, and embedded chatbot pages."""
