"""Telling people of what happened while they were away: notices, pushes, mails, and what became of each."""
