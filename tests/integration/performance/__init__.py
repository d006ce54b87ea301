"""Tests of the performance app."""
