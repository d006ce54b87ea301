"""Tests of the billing app."""
