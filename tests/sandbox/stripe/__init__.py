"""The sandbox's Stripe."""
