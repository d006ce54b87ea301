"""Fake providers and small servers: the sandbox, Stripe, push, mail, websites."""
