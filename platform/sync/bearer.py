"""The rule "signed in": a door with it hands the person behind the access token to its view."""

from django.http import HttpRequest
from ninja.security import HttpBearer

from core.person import Person
from sync import ports
from sync.errors import LookOnly

GETS = frozenset({"GET", "HEAD"})


class SignedInRequest(HttpRequest):
    """A request that passed `SignedIn`."""

    auth: Person


class SignedIn(HttpBearer):
    """Accepts an unexpired token of ours; the session behind it is checked with the work (sync.seam).

    With a token for viewing what a client sees nothing can be done: it opens what is got, and those doors that say of
    themselves that they `only_read`.
    """

    def __init__(self, *, only_read: bool = False) -> None:
        super().__init__()
        self._only_read = only_read

    async def authenticate(self, request: HttpRequest, token: str) -> Person:
        person = ports.authenticate.ask(token, may_view=True)
        if person.viewing is not None and request.method not in GETS and not self._only_read:
            raise LookOnly
        return person
