"""Simulated devices against real server processes, while seeded faults happen to everything between and below them."""
