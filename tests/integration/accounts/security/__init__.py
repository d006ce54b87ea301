"""Attacks on `/auth/v1`."""
