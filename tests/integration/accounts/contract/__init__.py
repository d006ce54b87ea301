"""The wire contract of `/auth/v1`: errors, requests, schema; and the app's ports."""
