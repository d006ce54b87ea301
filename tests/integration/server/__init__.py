"""What operators see: start errors, logs, metrics, device reports and service status."""
