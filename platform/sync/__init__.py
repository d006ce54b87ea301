"""The sync engine: a log of row changes, and their delivery to every device that may see them (PROTOCOL.md)."""
