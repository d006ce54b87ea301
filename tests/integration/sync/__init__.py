"""Tests of the sync app, by topic."""
