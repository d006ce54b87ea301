"""The public client auth-js, unchanged, against the served `/auth/v1`."""
