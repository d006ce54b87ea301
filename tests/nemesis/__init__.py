"""Simulated devices against real server processes, under seeded faults of devices, network, servers and database."""
