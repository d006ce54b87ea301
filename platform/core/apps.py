"""Registers the app on which all others build."""

from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "core"
