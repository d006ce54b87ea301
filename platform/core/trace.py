"""The ids of the current request and connection, which log lines carry."""

from contextvars import ContextVar

from django.http import HttpRequest

REQUEST: ContextVar[str] = ContextVar("request", default="")
CONNECTION: ContextVar[str] = ContextVar("connection", default="")


def route_of(request: HttpRequest) -> str:
    """The endpoint's URL pattern. Logs and metrics use it because a path may contain a token, and callers can invent
    any path."""
    match = request.resolver_match
    return f"/{match.route}" if match is not None and not match.route.startswith("^") else "none"
