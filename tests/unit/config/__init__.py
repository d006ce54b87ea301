"""Settings and the environment."""
