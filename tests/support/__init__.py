"""Helpers and fixtures of the tests, by topic. README.md explains how to write a test."""
