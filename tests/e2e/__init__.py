"""Tests that drive the built product in real Chromium."""
