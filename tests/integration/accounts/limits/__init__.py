"""Rate limits and lockout."""
