"""Calls to Stripe."""
