"""A fake of Stripe: its API, hosted pages, stripe.js, webhooks, and a clock that can be moved."""
