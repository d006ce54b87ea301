"""Checks of an installation for `manage.py doctor`: what is wrong, why it matters, and what to do."""
