"""Tests of the website app."""
