"""Tests of the notifications app."""
