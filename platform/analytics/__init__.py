"""Connections of clients to Google Analytics, and the figures that are read from there."""
