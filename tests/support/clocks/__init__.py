"""A replacement for the product's clock that a test sets."""
