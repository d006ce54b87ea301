"""Tests of every door and service against a real store."""
