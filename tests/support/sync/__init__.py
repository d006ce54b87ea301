"""Devices without a browser: sockets, replicas and convergence."""
