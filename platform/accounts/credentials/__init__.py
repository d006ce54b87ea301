"""Passwords, TOTP, recovery codes, and encryption of secrets."""
