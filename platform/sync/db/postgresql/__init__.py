"""PostgreSQL with flushing commits."""
