"""Calls to video services."""
