"""Commands of the sign-in service."""
