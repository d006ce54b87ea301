"""Daphne as this product runs it: its start and end, sockets, and the pace of bodies."""
