"""The actions of users besides messages: they read, open pages, send files, scan websites, ask bots, receive pushes."""

import asyncio
import random
import time
from base64 import b64encode
from collections.abc import Awaitable, Callable, Collection
from typing import Any

import httpx

from core.ids import uuid7
from tests.nemesis.journal import DeviceOwner
from tests.soak.measurements import Measurements
from tests.support.apps.files import PDF, picture
from tests.support.fakes.push_service import PushService
from tests.support.knowledge import TUNED, encoded, trade

RETRY_FOR_S = 180.0  # a screen repeats a request for this long, and shows stored rows meanwhile
RETRY_PAUSE_S = (0.5, 2.0)  # the range of the pause before a repeat
WITH_PUSH, WITH_WEBSITE = 100, 50  # clients
TUS = {"Tus-Resumable": "1.0.0"}
UPLOADS, SIGN, PUSH = "/storage/v1/upload/resumable", "/storage/v1/object/sign", "/rest/v1/push_devices"
PNG = picture(640, 480)
OK = frozenset({200, 201, 204})


class GaveUp(Exception):
    """A request had no usable response for RETRY_FOR_S, or was rejected."""


class Visitors:
    """The users of an installation at `url`. They begin no action while `online` is not set."""

    def __init__(
        self, url: str, clients: list[DeviceOwner], admins: list[DeviceOwner], measurements: Measurements, seed: int
    ) -> None:
        self._clients, self._admins, self._measurements = clients, admins, measurements
        self._rng = random.Random(seed)
        limits = httpx.Limits(max_connections=100, max_keepalive_connections=50)
        self._http = httpx.AsyncClient(base_url=url, timeout=30, limits=limits, follow_redirects=True)
        self._bot = str(uuid7())
        self._running: set[asyncio.Task[None]] = set()
        self.online = asyncio.Event()
        self.online.set()

    async def begin(self, pushes: PushService) -> None:
        """Register push devices, train a bot, and enter websites, whose first scans follow."""
        for owner in self._clients[:WITH_PUSH]:
            subscription = await asyncio.to_thread(pushes.subscribe)
            await self._request("register for push", "PUT", PUSH, owner, json=subscription)
        admin, kind = self._admins[0], "train a bot"
        await self._request(kind, "POST", "/rest/v1/chatbots", admin, json=self._bot_row())
        source = {"source_type": "document", "name": "hours.txt", "file": encoded(TUNED[0])}
        read = await self._request(kind, "POST", "/functions/v1/read-training-source", admin, json=source)
        rows = [{"id": str(uuid7()), **row} for row in read.json()["rows"]]
        training = {"chatbot_id": self._bot, "source_type": "document", "rows": rows}
        await self._request(kind, "POST", "/rest/v1/training_data/import", admin, json=training)
        for number, owner in enumerate(self._clients[:WITH_WEBSITE]):
            website = {"website_url": f"https://shop-{number}.example/", "service_areas": None}
            await self._request("enter a website", "POST", "/rest/v1/onboarding", owner, json=website)

    def _bot_row(self) -> dict[str, str]:
        return {"id": self._bot, "bot_name": "Bean", "category": "Support"}

    async def act(self, name: str, rate: float) -> None:
        """Do the action `name`, one of the methods below, `rate` times a second at random times, until cancelled."""
        action = getattr(self, name)
        while True:
            await asyncio.sleep(self._rng.expovariate(rate))
            await self.online.wait()
            task = asyncio.create_task(self._guarded(name, action))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    async def _guarded(self, name: str, action: Callable[[], Awaitable[None]]) -> None:
        """Do an action, and record its error, because nobody awaits the task."""
        try:
            await action()
        except GaveUp as error:
            self._measurements.errors.append(str(error))
        except Exception as error:
            self._measurements.errors.append(f"{name}: {error!r}")

    async def finish(self) -> None:
        """Wait until every begun action has ended."""
        await asyncio.gather(*self._running)
        await self._http.aclose()

    # The actions, which `act` calls by their names.

    async def read(self) -> None:
        """A client opens the conversation and the scores."""
        owner = self._rng.choice(self._clients)
        page = {"client_id": owner.client, "limit": "50"}
        await self._request("read messages", "GET", "/rest/v1/messages", owner, params=page)
        scores = {"client_id": owner.client, "limit": "10"}
        await self._request("read scores", "GET", "/rest/v1/performance_scores", owner, params=scores)

    async def page(self) -> None:
        """A visitor opens a public page, or the app."""
        path = self._rng.choice(["/", "/pricing", "/sign-in", "/dashboard"])
        await self._request("open a page", "GET", path, None)

    async def file(self) -> None:
        """A client uploads a file and opens it again."""
        owner, id = self._rng.choice(self._clients), str(uuid7())
        name, content = self._rng.choice([("photo.png", PNG), ("invoice.pdf", PDF)])
        fields = {"id": id, "bucket": "message-attachments", "filename": name}
        metadata = ",".join(f"{key} {encoded_text(value)}" for key, value in fields.items())
        headers = {**TUS, "Upload-Length": str(len(content)), "Upload-Metadata": metadata}
        await self._request("upload a file", "POST", UPLOADS, owner, headers=headers)
        headers = {**TUS, "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"}
        # A repeat of a part that has already arrived gets 409.
        done = await self._request(
            "upload a file", "PATCH", f"{UPLOADS}/{id}", owner, headers=headers, content=content, ok={204, 409}
        )
        url = done.headers.get("Content-Location")
        if url is None:
            return
        signed = await self._request("open a file", "POST", SIGN, owner, json={"url": url, "variant": "file"})
        opened = await self._request("open a file", "GET", signed.json()["address"], None)
        if opened.content != content:
            self._measurements.errors.append("open a file: other bytes than were sent")

    async def scan(self) -> None:
        """An admin requests a scan of a client's website."""
        owner = self._rng.choice(self._clients[:WITH_WEBSITE])
        await self._request(
            "request a scan", "POST", "/rest/v1/scan_runs", self._admins[0], json={"client_id": owner.client}
        )

    async def chat(self) -> None:
        """One of the admins asks the bot; each may ask 200 questions a day."""
        admin, question = self._rng.choice(self._admins), self._rng.choice(trade(TUNED[0]).questions)[0]
        body = {"id": str(uuid7()), "botId": self._bot, "prompt": question}
        await self._request("ask a bot", "POST", "/functions/v1/generate-chat-response", admin, json=body)

    async def _request(
        self,
        kind: str,
        method: str,
        path: str,
        owner: DeviceOwner | None,
        ok: Collection[int] = OK,
        headers: dict[str, str] | None = None,
        **options: Any,
    ) -> httpx.Response:
        """Send a request until it has a response below 500 that is not 429. Raises GaveUp."""
        headers = {**(headers or {}), **({"Authorization": f"Bearer {owner.token}"} if owner else {})}
        end = time.monotonic() + RETRY_FOR_S
        while True:
            began = time.monotonic()
            try:
                response = await self._http.request(method, path, headers=headers, **options)
            except httpx.TransportError:
                response = None
            if response is not None and response.status_code < 500 and response.status_code != 429:
                self._measurements.response(kind, time.monotonic() - began)
                if response.status_code not in ok:
                    raise GaveUp(f"{kind}: {response.status_code} {response.text[:200]}")
                return response
            self._measurements.retries[kind] += 1
            if time.monotonic() > end:
                raise GaveUp(f"{kind}: no response for {RETRY_FOR_S:.0f} s")
            await asyncio.sleep(self._rng.uniform(*RETRY_PAUSE_S))


def encoded_text(text: str) -> str:
    """A value of the header `Upload-Metadata`: base64."""
    return b64encode(text.encode()).decode()
