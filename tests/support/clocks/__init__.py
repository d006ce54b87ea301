"""The product's clock, set by a test."""
