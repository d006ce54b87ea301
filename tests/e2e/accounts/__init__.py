"""Sign-up, sign-in, sign-out and security settings in a real browser."""
