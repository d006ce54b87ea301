"""Rate limits of the sign-in service."""
