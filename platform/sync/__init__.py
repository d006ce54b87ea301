"""The sync engine: a log of row changes, and its way to every device that may see them (PROTOCOL.md)."""
