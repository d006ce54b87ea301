"""Background jobs under faults: the Friday run and the search index."""
