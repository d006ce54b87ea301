"""Registers the room that everything stands on."""

from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "core"
