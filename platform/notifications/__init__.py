"""Notices of events for users, delivered by push and email, and the delivery state of each."""
