"""Tests of the reports app."""
