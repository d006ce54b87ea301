"""What the present work is for: the ids of a request or a connection, which log lines carry."""

from contextvars import ContextVar

from django.http import HttpRequest

REQUEST: ContextVar[str] = ContextVar("request", default="")
CONNECTION: ContextVar[str] = ContextVar("connection", default="")


def route_of(request: HttpRequest) -> str:
    """The endpoint's pattern, which logs and metrics name: an address may hold a token, and anybody makes up addresses."""
    match = request.resolver_match
    return f"/{match.route}" if match is not None and not match.route.startswith("^") else "none"
