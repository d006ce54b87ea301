"""Payments in a real browser, on the product's screens and on Stripe's hosted pages."""
