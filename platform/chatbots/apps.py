"""Registers the chatbots room."""

from django.apps import AppConfig


class ChatbotsConfig(AppConfig):
    name = "chatbots"
