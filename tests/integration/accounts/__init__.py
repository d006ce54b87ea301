"""Tests of the accounts app, by topic."""
