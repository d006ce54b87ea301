"""SQLite with flushing commits."""
