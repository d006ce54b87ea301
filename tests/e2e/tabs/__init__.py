"""Several tabs of one browser."""
