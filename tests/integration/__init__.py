"""Tests of every endpoint and service against a real store."""
