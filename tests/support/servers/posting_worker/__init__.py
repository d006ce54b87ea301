"""A room that only tests install: a job that writes a message, done by the worker of the product."""
