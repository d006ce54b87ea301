"""Second factors: authenticator apps and phones."""
