"""Delivery to a mail server."""
