"""Server processes under faults: backups, strange requests, and their end."""
