"""Users who request emails with a code, and how many of the requests were accepted."""

import asyncio
import random
import time
from collections import Counter, defaultdict
from contextlib import suppress

from tests.nemesis.connections import HttpConnection, NoResponse
from tests.nemesis.installation import Installation
from tests.nemesis.users import Users

PATH = "/auth/v1/reauthenticate"
EVERY_S = (0.1, 0.6)


class EmailRequests:
    """The requests of all users, by email address: `attempts` counts all, `accepted` has the times of the accepted."""

    def __init__(self, installation: Installation, users: Users, rng: random.Random) -> None:
        self._installation, self._users, self._rng = installation, users, rng
        self.attempts: Counter[str] = Counter()
        self.accepted: defaultdict[str, list[float]] = defaultdict(list)

    async def send(self) -> None:
        """Request emails until this task is cancelled, unless no process would send them."""
        while self._installation.job_processes:
            await asyncio.sleep(self._rng.uniform(*EVERY_S))
            await self.send_one()

    async def send_one(self) -> None:
        """One request of a random user. It is not repeated, because a repeat would be a second email."""
        owner = self._rng.choice(self._users.owners)
        token, connection = owner.token, HttpConnection(self._installation.port, lambda response: None)
        self.attempts[owner.email] += 1
        with suppress(NoResponse):
            status, _ = await connection.request("GET", PATH, token)
            if status == 200:
                self.accepted[owner.email].append(time.monotonic())
            elif status == 401:
                await self._users.renew(owner, token)
        connection.close()

    def forget_since(self, timestamp: float) -> None:
        """The store is restored to this monotonic time, so emails that were accepted later may be lost."""
        for email, times in self.accepted.items():
            self.accepted[email] = [accepted_at for accepted_at in times if accepted_at < timestamp]
