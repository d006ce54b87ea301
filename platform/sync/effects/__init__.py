"""Durable background work: effects are stored with the change that causes them and run under a lease."""
