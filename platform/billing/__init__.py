"""Payments through Stripe: the catalogue, checkout, the card on file, the billing portal and webhooks."""
