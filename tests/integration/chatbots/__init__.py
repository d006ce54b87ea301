"""Tests of the chatbots app."""
