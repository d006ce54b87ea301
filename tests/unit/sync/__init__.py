"""Pure parts of the sync app: session, protocol, positions and ephemeral events."""
