"""Users and their sessions: sign-up, sign-in, tokens (`/auth/v1`)."""
