"""The result of one check."""

from dataclasses import dataclass
from typing import Literal

from django.conf import settings

State = Literal["ok", "warning", "broken"]


@dataclass(frozen=True, slots=True)
class Finding:
    """`what` is the state, `why` is why it matters to users, and `remedy` the command or setting that changes it.

    `broken` means that something does not work now; `warning`, that something is missing or will fail.
    """

    state: State
    topic: str
    what: str
    why: str = ""
    remedy: str = ""


def restart_command() -> str:
    """The command that restarts every process of this machine."""
    several = settings.ENVIRONMENT.redis_url is not None
    return "systemctl restart 'pulseboard-web@*' pulseboard-worker" if several else "systemctl restart pulseboard"


def ok(topic: str, what: str) -> Finding:
    return Finding("ok", topic, what)


def warning(topic: str, what: str, *, why: str, remedy: str) -> Finding:
    return Finding("warning", topic, what, why, remedy)


def broken(topic: str, what: str, *, why: str, remedy: str) -> Finding:
    return Finding("broken", topic, what, why, remedy)
