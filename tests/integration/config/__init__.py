"""Tests of the composed API: paths, request bodies, roles and access rules of every endpoint."""
