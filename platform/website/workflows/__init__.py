"""The health check of a process, which reads and writes the database."""
