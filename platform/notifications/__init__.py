"""Notifies users of events while they are away: notices, pushes, emails, and the delivery state of each."""
