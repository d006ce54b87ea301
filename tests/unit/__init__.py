"""Tests without a database: the architecture checks and pure code. Without the checks they take under ten seconds."""
