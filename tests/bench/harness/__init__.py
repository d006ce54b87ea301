"""Servers, load generators, counters and results that the measurements share."""
