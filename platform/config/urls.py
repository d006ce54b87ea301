"""Paths to doors; everything that is not a door is the PWA."""

from django.urls import path, re_path

from config.api import api
from config.setup_page import setup
from server.metrics import metrics
from server.pages import page

urlpatterns = [
    # Before the doors: Ninja answers its own root with 404.
    path("", page, {"where": ""}),
    path("metrics", metrics),
    path("setup", setup),
    path("", api.urls),
    re_path(r"^(?P<where>.*)$", page),
]
