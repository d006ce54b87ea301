"""First loads of a device and their page positions."""
