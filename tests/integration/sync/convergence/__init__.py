"""Every replica equals a first load, and no client receives another client's changes."""
