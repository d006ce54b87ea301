"""The small agency that integration tests act on."""
