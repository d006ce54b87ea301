"""Registers the performance room."""

from django.apps import AppConfig


class PerformanceConfig(AppConfig):
    name = "performance"
