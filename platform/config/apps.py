"""Registers the composition root, whose commands serve the product."""

from django.apps import AppConfig


class HouseConfig(AppConfig):
    name = "config"
