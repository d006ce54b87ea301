"""Seeded tests that kill, cut and delay real processes."""
