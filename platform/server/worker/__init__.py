"""The process that runs jobs, its health, and the watchdog of the service manager."""
