"""Tests of the security documents."""
