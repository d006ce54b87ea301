"""Mails as the recipients read them."""
