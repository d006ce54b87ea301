"""Tests of the sandbox's Stripe."""
