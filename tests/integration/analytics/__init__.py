"""Tests of the analytics app."""
