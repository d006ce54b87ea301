"""PostgreSQL and Redis under faults; these run with STORE=postgresql."""
