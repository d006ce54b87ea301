"""Tests without a database: the walls and the pure parts; all of them in under ten seconds, walls aside."""
