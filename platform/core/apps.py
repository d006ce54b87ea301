"""Registers the core app, on which all other apps build."""

from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "core"
