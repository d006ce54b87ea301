"""Tests of the mail app."""
