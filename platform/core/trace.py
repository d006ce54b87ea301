"""What the present work is for: the ids of a request or a connection, which log lines carry."""

from contextvars import ContextVar

REQUEST: ContextVar[str] = ContextVar("request", default="")
CONNECTION: ContextVar[str] = ContextVar("connection", default="")
