"""Clients that write messages and upload files without a pause, in a thread of their own."""

import asyncio
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import httpx

from core.ids import uuid7
from tests.bench.harness.users import User
from tests.support.apps.files import PDF, Sender

WRITERS, UPLOADERS = 4, 1
TIMEOUT_S = 60
TEXT = "The crew left at four; the filters are new and the invoice follows by Friday."


class Traffic:
    """Writers and uploaders. `accepted` has the `time.monotonic()` of each accepted message's response, by id."""

    def __init__(self, url: str, users: Sequence[User]) -> None:
        self._url, self._users = url, users
        self._stop = threading.Event()
        self._done: Future[None] = Future()
        self.accepted: dict[str, float] = {}
        self.uploaded = 0

    def accepted_before(self, at: float) -> list[str]:
        """The ids of the messages that were accepted before this time."""
        return [id for id, accepted_at in self.accepted.items() if accepted_at < at]

    @contextmanager
    def running(self) -> Iterator[None]:
        """Write inside the block. Raises the error of a failed request at the end of the block."""
        with ThreadPoolExecutor(1, "traffic") as threads:
            self._done = threads.submit(asyncio.run, self._run())
            try:
                yield
            finally:
                self._stop.set()
        self._done.result()

    def wait_for(self, messages: int) -> None:
        """Wait until this many messages were accepted. Raises TimeoutError, or the error of a failed request."""
        end = time.monotonic() + TIMEOUT_S
        while len(self.accepted) < messages:
            if self._done.done():
                self._done.result()
            if time.monotonic() > end:
                raise TimeoutError(f"only {len(self.accepted)} messages were accepted")
            self._stop.wait(0.02)

    async def _run(self) -> None:
        async with httpx.AsyncClient(base_url=self._url, timeout=TIMEOUT_S) as http:
            writers = [self._write(http, number) for number in range(WRITERS)]
            await asyncio.gather(*writers, *(self._upload(self._users[number]) for number in range(UPLOADERS)))

    async def _write(self, http: httpx.AsyncClient, number: int) -> None:
        while not self._stop.is_set():
            user = self._users[number % len(self._users)]
            number += WRITERS
            body = {"id": str(uuid7()), "client_id": user.client_id, "content": TEXT}
            headers = {"Authorization": f"Bearer {user.token}"}
            (await http.post("/rest/v1/messages", json=body, headers=headers)).raise_for_status()
            self.accepted[body["id"]] = time.monotonic()

    async def _upload(self, user: User) -> None:
        headers = {"Authorization": f"Bearer {user.token}"}
        async with httpx.AsyncClient(base_url=self._url, headers=headers, timeout=TIMEOUT_S) as http:
            while not self._stop.is_set():
                await Sender(http).upload("invoice.pdf", PDF + str(self.uploaded).encode())
                self.uploaded += 1
