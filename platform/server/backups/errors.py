"""Errors of backups."""


class BackupFailed(Exception):
    """There is no new copy, for the reason in the message; former copies are unchanged."""
