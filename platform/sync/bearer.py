"""The rule "signed in": a door with it hands the person behind the access token to its view."""

from django.http import HttpRequest
from ninja.security import HttpBearer

from core.person import Person
from sync import ports


class SignedInRequest(HttpRequest):
    """A request that passed `SignedIn`."""

    auth: Person


class SignedIn(HttpBearer):
    """Accepts an unexpired token of ours; the session behind it is checked with the work (sync.seam)."""

    async def authenticate(self, request: HttpRequest, token: str) -> Person:
        return ports.authenticate.ask(token)
