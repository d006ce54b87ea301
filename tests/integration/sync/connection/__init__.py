"""Connections of devices: opening, change flow, membership, tokens and ephemeral events."""
