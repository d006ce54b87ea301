"""The steps of a client who connects Google Analytics, and the resulting rows."""

import asyncio
from zlib import crc32

import httpx
import pytest

from analytics import tasks
from analytics.workflows import figure_reads
from core.ids import uuid7
from sync.effects import effects
from sync.writes.db_executor import read, write
from tests.support.database.effects import effects_of
from tests.support.fakes.sandbox import Sandbox, query_of
from tests.support.portal.agency import Json, Portal

MAYA = "maya@gmail.example"
SOURCE = {"source_type": "google_analytics"}
SITE = "Maya – Website"


class Analytics:
    """The agency with the sandbox's Google; its counters and the orders of earlier tests are reset."""

    def __init__(self, portal: Portal, google: Sandbox) -> None:
        self.portal, self.google = portal, google

    async def call(self, function: str, name: str = "maya", **body: object) -> httpx.Response:
        """Call one of the Google functions as `name`."""
        http = self.portal.as_(name)
        if function == "properties":
            return await http.get("/functions/v1/google-properties")
        return await http.post(f"/functions/v1/google-{function}", json=body)

    async def authorization_url(self, name: str = "maya", **source: str) -> str:
        """Start a connection; returns the URL of Google's consent page."""
        reply = await self.call("authorize", name, **(SOURCE | source))
        assert reply.status_code == 200, reply.text
        return str(reply.json()["url"])

    async def consent(self, name: str = "maya", email: str = MAYA, **source: str) -> Json:
        """Consent at Google and redeem the code; returns the response."""
        address = self.google.allow(await self.authorization_url(name, **source), email, name="Maya Lindqvist")
        reply = await self.exchange(address, name)
        assert reply.status_code == 200, reply.text
        return dict(reply.json())

    async def exchange(self, address: str, name: str = "maya") -> httpx.Response:
        """Redeem the code in a redirect URL, as the page at /oauth2callback does."""
        query = query_of(address)
        return await self.call("exchange", name, state=query["state"], code=query["code"])

    async def connect(self, name: str = "maya", email: str = MAYA) -> str:
        """Consent, choose the first property, and read its figures; returns its id."""
        await self.consent(name, email)
        chosen = property_of(email)
        reply = await self.call("property", name, property_id=chosen)
        assert reply.status_code == 200, reply.text
        await self.work()
        return chosen

    async def work(self) -> None:
        """Run the due effects, and those of the Google thread."""
        await asyncio.to_thread(effects.sweep)
        await asyncio.to_thread(effects.sweep, figure_reads.GOOGLE)

    async def read_now(self, name: str = "maya") -> None:
        """Request a read of this client's figures and run it."""
        subject = f"{figure_reads.AT_ONCE}-{uuid7().hex[:20]}:{self.portal.clients[name]}"
        await write(effects.after_commit, figure_reads.read_figures, subject)
        await self.work()

    async def begin_hour(self) -> None:
        """Schedule the hourly round twice, as two processes do, and run its effects."""
        for _ in range(2):
            await asyncio.to_thread(tasks.schedule_round)
        await self.work()

    async def row(self, name: str = "maya", source_type: str = "google_analytics") -> Json:
        """The user's row of a data source."""
        rows = (await self.portal.as_(name).get("/rest/v1/connections")).json()["rows"]
        [match] = [row for row in rows if row["source_type"] == source_type]
        return dict(match)

    async def figures(self, name: str = "maya") -> list[Json]:
        """The figures that a new device of the user loads."""
        stream = f"c:{self.portal.clients[name]}"
        reply = await self.portal.as_(name).get("/realtime/v1/rows", params={"s": stream, "tbl": "ga_snapshots"})
        return list(reply.json()["rows"])

    async def property(self, name: str = "maya") -> tuple[str | None, str | None]:
        """The property's id and name in the client's row."""
        own = (await self.portal.as_(name).get("/rest/v1/clients")).json()["data"]
        return own["ga4_property_id"], own["ga4_property_name"]

    async def errors_to_retry(self) -> list[str]:
        """The errors of the reads that will be tried again."""
        waiting = effects_of(figure_reads.read_figures).filter(done_at=None)
        return await read(lambda: list(waiting.values_list("error", flat=True)))


def property_of(email: str, number: int = 0) -> str:
    """The id of a property that the sandbox shows this user: 0 the website, 1 the shop, 2 the rollup."""
    return str(300_000_000 + crc32(f"{email}:{number}".encode()) % 100_000_000)


@pytest.fixture
async def analytics(portal: Portal, fake_providers: Sandbox) -> Analytics:
    fake_providers.order("reset")
    return Analytics(portal, fake_providers)
