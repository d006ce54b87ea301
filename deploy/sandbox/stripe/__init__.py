"""Stripe's stand-in: its API, its hosted pages, its browser half, its webhooks, and a clock that can be moved."""
