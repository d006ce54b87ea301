"""Google: sign-in, consents and their tokens, and Analytics."""
