"""One WebSocket connection: its ASGI consumer and its database lookups."""
