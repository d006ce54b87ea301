"""Tests of the messaging app."""
