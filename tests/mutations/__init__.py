"""Defects of the product, each with the test that must notice it."""
