"""Mails as their recipients read them."""
