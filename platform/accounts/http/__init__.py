"""What the endpoints of `/auth/v1` share: reading requests, rate limits, known devices, error responses."""
