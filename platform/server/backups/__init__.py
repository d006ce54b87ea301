"""Backups: copies of the database and of uploaded files, their checks, and the daily schedule."""
