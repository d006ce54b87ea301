"""Registers the notifications room."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"
