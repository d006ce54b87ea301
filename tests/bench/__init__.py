"""Measurements with a date, a machine and a budget."""
