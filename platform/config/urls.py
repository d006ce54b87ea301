"""URL patterns: the API, and the PWA for every other path."""

from django.urls import path, re_path

from config.api import api
from config.setup_page import setup
from server.csp_reports import csp_reports
from server.metrics.endpoint import metrics
from server.pages import page

urlpatterns = [
    # Before the API, because Ninja responds with 404 at its own root.
    path("", page, {"requested_path": ""}),
    path("metrics", metrics),
    path("csp-reports", csp_reports),
    path("setup", setup),
    path("", api.urls),
    re_path(r"^(?P<requested_path>.*)$", page),
]
