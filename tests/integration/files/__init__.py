"""Tests of the files app."""
