"""Sessions: the password grant, refresh tokens, devices and pruning."""
