"""The users of a run: their tokens, sessions and roles."""

import asyncio
import time
from contextlib import suppress

from tests.nemesis.installation import Hand
from tests.nemesis.journal import Person

LATE_S = 30.0  # a response that was sent before a role ended has arrived by then


class People:
    """The users, which the operator process creates with one session each."""

    def __init__(self, hand: Hand) -> None:
        self._hand = hand
        self._signing_in: dict[str, asyncio.Task[None]] = {}
        self.everybody: list[Person] = []
        self.clients: list[Person] = []

    async def begin(self, clients: int, admins: int) -> None:
        for made in await self._hand.do("furnish", clients=clients, admins=admins):
            person = Person(**made)
            self.everybody.append(person)
            if person.client:
                self.clients.append(person)
            else:
                person.admin_until = float("inf")
            await self.renew(person, "")

    @property
    def threads(self) -> dict[str, str]:
        """The canary of each client's thread."""
        return {person.client: person.canary for person in self.clients}

    async def renew(self, person: Person, refused: str) -> None:
        """Replace the token if it is still the rejected one; all devices of a user wait for the same sign-in."""
        if person.token != refused:
            return
        if person.user not in self._signing_in:
            self._signing_in[person.user] = asyncio.create_task(self._sign_in(person))
        await asyncio.shield(self._signing_in[person.user])

    async def _sign_in(self, person: Person) -> None:
        try:
            with suppress(RuntimeError, TimeoutError):
                person.token = await self._hand.do("sign_in", user=person.user)
        finally:
            del self._signing_in[person.user]

    async def end_sessions(self, person: Person) -> None:
        with suppress(RuntimeError):
            await self._hand.do("end_sessions", user=person.user)

    async def flip(self, person: Person) -> None:
        """Make a client an admin, or a promoted admin a client again."""
        if person.admin_until == float("inf"):
            with suppress(RuntimeError):
                await self._hand.do("demote", email=person.email)
                person.admin_until = time.monotonic() + LATE_S
        else:
            person.admin_until = float("inf")
            with suppress(RuntimeError):
                await self._hand.do("promote", email=person.email)

    def look_again(self) -> None:
        """Expect that any user may be an admin again, because the database was restored to an earlier state."""
        for person in self.everybody:
            person.admin_until = float("inf")

    async def following(self) -> dict[str, list[str]]:
        """The streams that each user may follow now."""
        users = [person.user for person in self.everybody]
        found: dict[str, list[str]] = await self._hand.surely("following", users=users)
        for person in self.clients:
            if person.admin_until == float("inf") and "w" not in found[person.user]:
                person.admin_until = time.monotonic() + LATE_S
        return found
