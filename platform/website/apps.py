"""Registers the website room."""

from django.apps import AppConfig


class WebsiteConfig(AppConfig):
    name = "website"
