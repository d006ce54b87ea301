"""Information for operators: start errors, logs, metrics, device reports and service status."""
