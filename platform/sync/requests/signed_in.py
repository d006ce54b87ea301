"""The rule "signed in": a door with it hands the person behind the access token to its view."""

import asyncio
import time
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from ninja.security import HttpBearer

from core.actor import Person
from core.json_text import LARGE, parsed
from sync import ports
from sync.errors import LookOnly, TooManyWrites
from sync.requests.rate_limit import Allowance

# Where a request keeps the value of its large JSON body: as it was parsed, or why it was not.
VALUE = "pulseboard.json"
PARTS = "application/offset+octet-stream"  # bytes of a file
GETS = frozenset({"GET", "HEAD"})
# More than any device sends that catches up; each kind that fills the store has a narrower limit of its own.
WRITES, WITHIN_S = 900, 60.0
_writes = Allowance(time.monotonic, most=WRITES, within_s=WITHIN_S)


class SignedInRequest(HttpRequest):
    """A request that passed `SignedIn`."""

    auth: Person


class SignedIn(HttpBearer):
    """Accepts an unexpired token of ours; the session behind it is checked with the work (sync.writes.db_executor).

    With a token for viewing what a client sees nothing can be done: it opens what is got, and those doors that say of
    themselves that they `only_read`. It opens nothing where it may not (`may_view`): what is there is the admin's own.
    """

    def __init__(self, *, only_read: bool = False, may_view: bool = True) -> None:
        super().__init__()
        self._only_read, self._may_view = only_read, may_view

    async def authenticate(self, request: HttpRequest, token: str) -> Person:
        person = ports.authenticate.ask(token, may_view=self._may_view)
        if person.viewing is not None and request.method not in GETS and not self._only_read:
            raise LookOnly
        if request.method in GETS:
            return person  # its body says nothing, and nobody counts how many it sends
        count_writes(person, 1)
        if len(request.body) > LARGE and request.content_type != PARTS:
            request.META[VALUE] = await asyncio.to_thread(_value_of, request.body)
        return person


def count_writes(person: Person, count: int) -> None:
    """Count writes of one person, of whatever kind. Raises TooManyWrites."""
    if settings.AUTH_RATE_LIMITS and not _writes.take(person.id, count):
        raise TooManyWrites(retry_after=_writes.wait_s(person.id))


def large_body(request: HttpRequest) -> Any:
    """The value of a large body. Raises ValueError for one that is no JSON, or that no signed-in person has sent."""
    value = request.META.get(VALUE, ValueError("a large body of a stranger"))
    if isinstance(value, ValueError):
        raise value
    return value


def _value_of(body: bytes) -> Any:
    try:
        return parsed(body)
    except (ValueError, RecursionError) as error:
        return ValueError(str(error))
