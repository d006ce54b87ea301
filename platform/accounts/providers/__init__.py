"""Calls to identity providers and to the service that knows breached passwords."""
