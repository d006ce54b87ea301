"""What deploy/ ships."""
