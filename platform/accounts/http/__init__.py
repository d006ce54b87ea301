"""Shared parts of the `/auth/v1` endpoints: request parsing, rate limits, known devices, error responses."""
