"""Sign-up: accounts, anonymous users, confirmation and takeover attempts."""
