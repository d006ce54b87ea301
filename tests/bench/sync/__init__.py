"""Measurements of sync: writes, fan-out, catching up, memory and reconnects."""
