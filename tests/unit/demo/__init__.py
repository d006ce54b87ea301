"""The demo stories."""
