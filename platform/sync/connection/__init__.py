"""One WebSocket connection: the ASGI consumer and its lookups."""
