"""Users who request emails with a code, clients who request scans, and which of their requests were accepted."""

import asyncio
import random
import time
from collections import Counter, defaultdict
from contextlib import suppress
from typing import Any

from tests.nemesis.connections import HttpConnection, Json, NoResponse
from tests.nemesis.installation import Installation
from tests.nemesis.journal import DeviceOwner
from tests.nemesis.users import Users

EVERY_S = (0.1, 0.6)
MAX_WEBSITES = 15  # of a client; after 20 scans in a day the product accepts no more


class _Requests:
    """Requests of random users, each sent once."""

    def __init__(self, installation: Installation, users: Users, rng: random.Random) -> None:
        self._installation, self._users, self._rng = installation, users, rng

    async def send(self) -> None:
        """Send requests until this task is cancelled, unless no process would do their work."""
        while self._installation.job_processes:
            await asyncio.sleep(self._rng.uniform(*EVERY_S))
            await self.send_one()

    async def send_one(self) -> None:
        raise NotImplementedError

    async def _response(self, owner: DeviceOwner, port: int, method: str, path: str, body: Json | None = None) -> Any:
        """The body of the response, or None if the request was not accepted or has no response."""
        token, connection = owner.token, HttpConnection(port, lambda response: None)
        try:
            with suppress(NoResponse):
                status, content = await connection.request(method, path, token, body)
                if status == 401:
                    await self._users.renew(owner, token)
                return content if status == 200 else None
        finally:
            connection.close()


class EmailRequests(_Requests):
    """The requests of all users, by email address: `attempts` counts all, `accepted` has the times of the accepted."""

    def __init__(self, installation: Installation, users: Users, rng: random.Random) -> None:
        super().__init__(installation, users, rng)
        self.attempts: Counter[str] = Counter()
        self.accepted: defaultdict[str, list[float]] = defaultdict(list)

    async def send_one(self) -> None:
        """One request of a random user. It is not repeated, because a repeat would be a second email."""
        owner = self._rng.choice(self._users.owners)
        self.attempts[owner.email] += 1
        port = self._installation.port_without_caddy
        if await self._response(owner, port, "GET", "/auth/v1/reauthenticate") is not None:
            self.accepted[owner.email].append(time.monotonic())

    def forget_since(self, timestamp: float) -> None:
        """The store is restored to this monotonic time, so emails that were accepted later may be lost."""
        for email, times in self.accepted.items():
            self.accepted[email] = [accepted_at for accepted_at in times if accepted_at < timestamp]


class ScanRequests(_Requests):
    """The requests of the clients in `users.scanned`; `accepted` has the time of the first response by the scan's id."""

    def __init__(self, installation: Installation, users: Users, rng: random.Random) -> None:
        super().__init__(installation, users, rng)
        self.attempts = 0
        self.accepted: dict[str, float] = {}
        self._websites: Counter[str] = Counter()  # of each client, those whose scan is done

    async def send_one(self) -> None:
        """A client requests the scan of a website until a response says that it is done, and then of the next website."""
        owner = self._rng.choice(self._users.scanned)
        number = self._websites[owner.user]
        if number == MAX_WEBSITES:
            return
        self.attempts += 1
        website = {"website_url": f"https://{number}.{owner.canary}.example/", "service_areas": None}
        response = await self._response(owner, self._installation.port, "POST", "/rest/v1/onboarding", website)
        if response is not None:
            self.accepted.setdefault(response["run"]["id"], time.monotonic())
            self._websites[owner.user] += response["run"]["state"] == "done"

    def forget_since(self, timestamp: float) -> None:
        """The store is restored to this monotonic time, so scans that were accepted later may be lost."""
        self.accepted = {scan: accepted_at for scan, accepted_at in self.accepted.items() if accepted_at < timestamp}


class Requests:
    """All requests of a run."""

    def __init__(self, installation: Installation, users: Users, seed: int) -> None:
        self.emails = EmailRequests(installation, users, random.Random(seed))
        self.scans = ScanRequests(installation, users, random.Random(seed))

    async def send(self) -> None:
        """Send requests until this task is cancelled."""
        await asyncio.gather(self.emails.send(), self.scans.send())

    def forget_since(self, timestamp: float) -> None:
        self.emails.forget_since(timestamp)
        self.scans.forget_since(timestamp)
