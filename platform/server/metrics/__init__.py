"""Prometheus metrics of the process and of the installation."""
