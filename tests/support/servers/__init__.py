"""Real server processes: the product, PostgreSQL, Redis, crashes and faulty connections."""
