"""The authentication of endpoints: resolves the access token to the user, and limits writes and large bodies."""

import asyncio
import time
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from ninja.security import HttpBearer

from core.actor import Actor
from core.json_text import LARGE, parsed
from sync import ports
from sync.errors import ReadOnlyView, TooManyWrites
from sync.requests.rate_limit import Allowance

# The key in `request.META` of a large JSON body: its parsed value, or the ValueError of the parser.
LARGE_BODY = "pulseboard.json"
FILE_PART = "application/offset+octet-stream"  # the content type of a part of a file
READ_METHODS = frozenset({"GET", "HEAD"})
# More than any device sends while it catches up. Each kind of write that could fill the store has a lower limit.
WRITES, WINDOW_S = 900, 60.0
_writes = Allowance(time.monotonic, limit=WRITES, within_s=WINDOW_S)


class SignedInRequest(HttpRequest):
    """A request that passed `SignedIn`."""

    auth: Actor


class SignedIn(HttpBearer):
    """Accepts an unexpired token of this server; the executor checks its session (sync.writes.db_executor).

    A token for viewing what a client sees is read-only: it is accepted for GET and HEAD, and for endpoints with
    `only_read`. Endpoints with `may_view=False` reject it, because they return the admin's own data.
    """

    def __init__(self, *, only_read: bool = False, may_view: bool = True) -> None:
        super().__init__()
        self._only_read, self._may_view = only_read, may_view

    async def authenticate(self, request: HttpRequest, token: str) -> Actor:
        actor = ports.authenticate.call(token, may_view=self._may_view)
        if actor.viewing is not None and request.method not in READ_METHODS and not self._only_read:
            raise ReadOnlyView
        if request.method in READ_METHODS:
            return actor  # a GET has no body to parse and is not counted
        _count_write(actor)
        if len(request.body) > LARGE and request.content_type != FILE_PART:
            request.META[LARGE_BODY] = await asyncio.to_thread(_parsed_or_error, request.body)
        return actor


def _count_write(actor: Actor) -> None:
    """Count a write of one user, of any kind. Raises TooManyWrites."""
    if settings.AUTH_RATE_LIMITS and not _writes.take(actor.id):
        raise TooManyWrites(retry_after=_writes.wait_s(actor.id))


def large_body(request: HttpRequest) -> Any:
    """The parsed value of a large body. Raises ValueError if it is not JSON, or if the sender is not signed in."""
    value = request.META.get(LARGE_BODY, ValueError("the sender of the large body is not signed in"))
    if isinstance(value, ValueError):
        raise value
    return value


def _parsed_or_error(body: bytes) -> Any:
    try:
        return parsed(body)
    except (ValueError, RecursionError) as error:
        return ValueError(str(error))
