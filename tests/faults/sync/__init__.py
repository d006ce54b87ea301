"""Sync under faults: killed processes, floods, crowds and other versions."""
