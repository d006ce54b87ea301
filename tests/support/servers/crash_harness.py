"""A server that crashes at a chosen point, with its database, signed-in users, and their sockets."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest
from websockets.sync.client import ClientConnection, connect

from core.ids import uuid7
from tests.support.servers.distributed import distributed
from tests.support.servers.postgresql_and_redis import new_database
from tests.support.servers.server import FOR_TESTS, ROOT, SHIPPED, Server

Json = dict[str, Any]
Settings = dict[str, Any]
SHELL = """
from uuid import UUID
from django.db import transaction
from core.actor import Actor
from messaging.services import send_message
maya = Actor(UUID({user!r}), UUID(int=0), "", 0)
with transaction.atomic():
    send_message(actor=maya, message_id=UUID({id!r}), client_id=UUID({client_id!r}), content={content!r})
"""
HOLES = (
    "SELECT s.id, s.tail, s.head, COUNT(c.seq), MIN(c.seq), MAX(c.seq) FROM sync_stream s"
    " LEFT JOIN sync_change c ON c.stream = s.id GROUP BY s.id"
    " HAVING s.head > 0 AND (COUNT(c.seq), MIN(c.seq), MAX(c.seq)) <> (s.head - s.tail + 1, s.tail, s.head)"
)
PASSWORD = "correct horse battery"
WITHIN_S = 60  # a process that starts together with many others takes 20 s
SOON_S = 4  # for a delivery: usually a second; longer on a busy machine
UNAVAILABLE = {"code": "unavailable", "message": "The service is unavailable. Please try again."}  # of a 503


class CrashingServer(Server):
    """A server that crashes at the point in its environment variable CRASH_POINT; never if that is empty."""

    program = "tests.support.servers.crash_point"

    def was_killed(self) -> bool:
        """Wait until the process has ended; returns whether SIGKILL ended it."""
        return self.ended() == -signal.SIGKILL


@dataclass(frozen=True)
class Account:
    user_id: str
    token: str
    client_id: str | None


class Place:
    """A database with one message and the signed-in users maya (client) and ana (admin), without a server process.

    `settings` name the database; without settings it is SQLite in the data folder.
    """

    def __init__(self, data_dir: Path, accounts: dict[str, Account], settings: Settings) -> None:
        self.data_dir, self.accounts, self.settings = data_dir, accounts, settings

    @contextmanager
    def served(self, crash_point: str = "") -> Iterator[CrashingServer]:
        """A running server; with `crash_point` it crashes at that point."""
        server = CrashingServer(self.data_dir, CRASH_POINT=crash_point, **FOR_TESTS, **self.settings)
        server.start()
        try:
            yield server
        finally:
            server.stop()

    def http(self, server: Server, name: str = "maya") -> httpx.Client:
        headers = {"Authorization": f"Bearer {self.accounts[name].token}"}
        return httpx.Client(base_url=server.url, headers=headers, timeout=WITHIN_S)

    def async_http(self, server: Server) -> httpx.AsyncClient:
        """As `http`, for maya."""
        headers = {"Authorization": f"Bearer {self.accounts['maya'].token}"}
        return httpx.AsyncClient(base_url=server.url, headers=headers, timeout=WITHIN_S)

    def message(self, content: str) -> Json:
        """The body of a new message in maya's thread."""
        return {"id": str(uuid7()), "client_id": self.accounts["maya"].client_id, "content": content}

    def run(self, code: str, crash_point: str = "") -> int:
        """Run `code` with `manage.py shell` in another process; returns the exit code."""
        env = os.environ | SHIPPED | {"DATA_DIR": str(self.data_dir), "CRASH_POINT": crash_point} | self.settings
        line = [sys.executable, "-m", CrashingServer.program, "shell", "--no-imports", "-c", code]
        return subprocess.run(line, cwd=ROOT, env=env, check=False, timeout=60).returncode

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """The rows of a query, read without the product's code."""
        with self.store() as store:
            return list(store.execute(sql))

    def add_effect(self, kind: str, subject: str) -> None:
        """Store a due effect, without the product's code."""
        due = "INSERT INTO effects (kind, subject, due, tries, error)"
        with self.store() as store:
            store.execute(f"{due} VALUES ('{kind}', '{subject}', '2000-01-01', 0, '')")
            store.commit()

    def store(self) -> "closing[Any]":
        """A connection with the database's driver; a `with` block closes it."""
        if self.settings:
            return closing(psycopg.connect(self.settings["DATABASE_URL"], autocommit=True))
        return closing(sqlite3.connect(self.data_dir / "pulseboard.sqlite3"))

    def contents(self) -> tuple[list[str], list[str]]:
        """The texts of all messages: as rows, and as changes in the client's stream."""
        stream = f"c:{self.accounts['maya'].client_id}"
        frames = self.rows(f"SELECT frame FROM sync_change WHERE tbl = 'messages' AND stream = '{stream}' ORDER BY seq")
        stored = self.rows("SELECT content FROM messages ORDER BY created_at")
        return [text for (text,) in stored], [json.loads(frame)["content"] for (frame,) in frames]

    def cursor(self, server: Server, name: str = "maya") -> Json:
        """The cursor at the head of the shared stream of `name`."""
        stream = "w" if name == "ana" else f"c:{self.accounts[name].client_id}"
        with self.http(server, name) as http:
            load = http.post("/realtime/v1/bootstrap", json={"s": stream}).raise_for_status().json()
        return {key: load[key] for key in ("s", "e", "c", "at")}

    @contextmanager
    def socket(self, server: Server, *subs: Json, name: str = "maya", **overrides: str) -> Iterator["Line"]:
        """An open socket after `hello` and `ok`."""
        with connect(f"ws://127.0.0.1:{server.port}/realtime/v1", compression=None, max_size=None) as opened:
            line = Line(opened)
            line.send(**self.hello(name, *subs) | overrides)
            line.frame("ok")
            yield line

    def hello(self, name: str, *subs: Json) -> Json:
        """The first frame of a new device of `name`."""
        ids = {"dev": str(uuid4()), "tab": str(uuid4()), "token": self.accounts[name].token}
        return {"t": "hello", "p": 1, "build": "2099.1.1", "vis": True, "subs": list(subs), **ids}


class Line:
    """A socket over the network."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[Json] = []

    def send(self, t: str, **fields: object) -> None:
        self.socket.send(json.dumps({"t": t, **fields}))

    def frame(self, t: str, within: float = WITHIN_S) -> Json:
        """The next frame of this kind. Raises TimeoutError after `within` seconds. `frames` records all frames."""
        end = time.monotonic() + within
        while True:
            frame: Json = json.loads(self.socket.recv(timeout=end - time.monotonic()))
            self.frames.append(frame)
            if frame["t"] == t:
                return frame

    def texts(self, count: int) -> list[str]:
        """The texts of the next `count` messages, or of more if the last frame has more; acknowledges each frame."""
        received: list[str] = []
        while len(received) < count:
            frame = self.frame("ch")
            self.send("ack", c={frame["s"]: frame["to"]})
            received += texts_in(frame)
        return received


def eventually(holds: Callable[[], bool], within: float = WITHIN_S) -> bool:
    """Whether a condition becomes true within `within` seconds."""
    end = time.monotonic() + within
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def holes_in(place: Place) -> list[tuple[Any, ...]]:
    """Streams whose numbers in the log are not exactly tail..head (LG1)."""
    return place.rows(HOLES)


def shell_that_sends(place: Place, body: Json) -> str:
    """The code for `manage.py shell` that sends this message as maya."""
    return SHELL.format(user=place.accounts["maya"].user_id, **body)


def texts_in(frame: Json) -> list[str]:
    """The texts of the messages in a `ch` frame."""
    return [item["row"]["content"] for item in frame["d"] if item["tbl"] == "messages"]


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A place with its users. It is created once, and each test gets a copy."""
    folder = tmp_path_factory.mktemp("furnished")
    place = Place(folder, {}, shared_store(folder) if os.environ.get("STORE") == "postgresql" else {})
    with place.served() as server:
        sign_up(place, server)
        with place.http(server) as maya:
            maya.post("/rest/v1/messages", json=place.message("before")).raise_for_status()
    return place


def sign_up(place: Place, server: Server) -> None:
    """Create the users maya and ana, and sign them in."""
    server.manage("create_admin", "ana@portal.example", "--name", "Ana", "--password", PASSWORD)
    with httpx.Client(base_url=server.url) as http:
        for name, grant in (("maya", "signup"), ("ana", "token?grant_type=password")):
            body = {"email": f"{name}@portal.example", "password": PASSWORD, "data": {"full_name": name}}
            session = http.post(f"/auth/v1/{grant}", json=body).raise_for_status().json()
            token = session["access_token"]
            own = http.get("/rest/v1/clients", headers={"Authorization": f"Bearer {token}"}).json().get("data")
            place.accounts[name] = Account(session["user"]["id"], token, own and own["id"])


def shared_store(keys: Path) -> Settings:
    """The settings of a new database on the run's PostgreSQL, with the run's Redis."""
    settings = distributed(keys)
    return settings | {"DATABASE_URL": new_database(settings["DATABASE_URL"])}


def copied(furnished: Place, folder: Path) -> Place:
    """A copy of a place: its data folder and, on PostgreSQL, its database."""
    shutil.copytree(furnished.data_dir, folder / "data")
    settings = furnished.settings
    if settings:
        settings = settings | {"DATABASE_URL": new_database(settings["DATABASE_URL"], copy=True)}
    return Place(folder / "data", furnished.accounts, settings)


@pytest.fixture
def place(furnished: Place, tmp_path: Path) -> Place:
    """A copy of `furnished` for one test."""
    return copied(furnished, tmp_path)
