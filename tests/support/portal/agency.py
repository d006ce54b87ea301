"""A small agency on the real application: ana (admin), maya and otto (clients), and a client who never signed up."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import httpx
import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.models import Count, Model
from pytest_django import DjangoDbBlocker

from accounts import queries as accounts_queries
from accounts import services as accounts
from accounts.limits.buckets import Requester
from accounts.tokens import access_tokens
from clients import services as clients
from core.ids import uuid7
from messaging.services import notify
from sync.hub import delivery_receipts, hub
from sync.log import streams
from sync.models import Change, Stream
from sync.writes.db_executor import read, write, write_now
from tests.support.database.reset import SavedRows

BASE = "http://portal.test"
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SignedInUser:
    """A signed-in user."""

    id: UUID
    session_id: UUID
    email: str
    token: str


class Portal:
    """The agency's users and clients, an HTTP client for each user, and assertions on the database."""

    def __init__(self) -> None:
        self.users: dict[str, SignedInUser] = {}
        self.clients: dict[str, UUID] = {}
        self._http_clients: dict[str | None, httpx.AsyncClient] = {}

    def as_(self, name: str | None) -> httpx.AsyncClient:
        """An HTTP client for the whole application, signed in as this user; signed out if `name` is None."""
        if name not in self._http_clients:
            self._http_clients[name] = http_client(self.users[name].token if name else None)
        return self._http_clients[name]

    def replace_session(self, name: str, user: SignedInUser) -> None:
        """Use another session or token of this user from now on."""
        self.users[name] = user
        self._http_clients.pop(name, None)

    async def post(self, name: str | None, content: str = "Hello", *, to: str = "maya", **fields: object) -> Json:
        """Send a message as `name` in the thread of client `to`; returns the stored message."""
        reply = await self.as_(name).post("/rest/v1/messages", json=self.message(content, to=to, **fields))
        assert reply.status_code == 201, reply.text
        return dict(reply.json())

    def message(self, content: str = "Hello", *, to: str = "maya", **fields: object) -> Json:
        """The body of a new message in the thread of client `to`."""
        return {"id": str(uuid7()), "client_id": str(self.clients[to]), "content": content, **fields}

    async def end_sessions(self, name: str) -> None:
        """Sign `name` out on all devices, with their own request."""
        reply = await self.as_(name).post("/auth/v1/logout")
        assert reply.status_code == 204, reply.text

    async def heads(self) -> dict[str, int]:
        """The head of each stream (`c:maya` is that client's stream). Asserts that the log has no gap below it."""
        counted = Change.objects.values("stream").annotate(n=Count("seq")).values_list("stream", "n")
        counts = dict(await read(lambda: list(counted)))
        heads = dict(await read(lambda: list(Stream.objects.values_list("id", "head"))))
        assert counts == {stream: head for stream, head in heads.items() if head}
        return {self._stream_name(stream): head for stream, head in heads.items()}

    async def frames(self, stream: str, last: int) -> list[Json]:
        """The newest `last` changes of a stream, oldest first: `{tbl, op, row}`."""
        ids_by_name = {
            self._stream_name(id): id for id in await read(lambda: list(Stream.objects.values_list("id", flat=True)))
        }
        newest = Change.objects.filter(stream=ids_by_name[stream]).order_by("-seq")[:last]
        changes = await read(lambda: list(newest))
        return [{"tbl": c.tbl, "op": c.op, "row": json.loads(c.frame) if c.frame else None} for c in reversed(changes)]

    @asynccontextmanager
    async def grows(self, by: Mapping[str, int]) -> AsyncIterator[None]:
        """Assert that exactly these tables and streams grow inside the block (`{"messages": 1, "c:maya": 2}`)."""
        before = await self._sizes()
        yield
        after = await self._sizes()
        assert {name: n - before.get(name, 0) for name, n in after.items() if n != before.get(name, 0)} == by

    @asynccontextmanager
    async def unchanged(self) -> AsyncIterator[None]:
        """Assert that no value of any table changes inside the block."""
        before = await contents()
        yield
        assert await contents() == before

    async def _sizes(self) -> dict[str, int]:
        # The heads count the log. Not every audit entry has a row in audit_texts.
        not_counted = {"sync_change", "sync_tombstone", "sync_stream", "audit_texts"}
        return {t: len(rows) for t, rows in (await contents()).items() if t not in not_counted} | await self.heads()

    def _stream_name(self, stream: str) -> str:
        ids = {str(id): name for name, id in self.clients.items()}
        ids |= {str(user.id): name for name, user in self.users.items()}
        kind, _, subject = stream.partition(":")
        return f"{kind}:{ids.get(subject, subject)}" if subject else kind


def http_client(token: str | None) -> httpx.AsyncClient:
    """An HTTP client for the whole application with this access token."""
    from config.asgi import application

    headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
    return httpx.AsyncClient(transport=httpx.ASGITransport(application), base_url=BASE, headers=headers)


async def contents() -> dict[str, list[str]]:
    """`every_row`, read in a database thread."""
    return await read(every_row)


def every_row() -> dict[str, list[str]]:
    """Every row of every table as sorted texts."""
    tables = {model._meta.db_table: model._default_manager for model in apps.get_models()}
    return {table: sorted(repr(row) for row in rows.values_list()) for table, rows in tables.items()}


async def row(model: type[Model], **filters: object) -> Json:
    """The one matching row as a dict of its columns."""
    return await read(lambda: dict(model._default_manager.filter(**filters).values().get()))


async def sign_in(email: str) -> SignedInUser:
    """A new session of the user with this address, without a password."""
    return _signed_in_user(await write(_new_session, email))


def _new_session(email: str) -> accounts.Grant:
    account = accounts_queries.credentials(email=email)
    assert account is not None
    return accounts.sign_in(credentials=account, device=accounts.Device(), requester=Requester("a test"))


def _signed_in_user(grant: accounts.Grant) -> SignedInUser:
    """A user with a token that is issued now, with the current signing key."""
    user, session = grant.account.user, grant.session
    return SignedInUser(user.id, session.id, user.email or "", access_tokens.issue(user, session).text)


async def cursors_of(portal: Portal, name: str) -> list[Json]:
    """The cursors of both streams of `name`, at their heads."""
    own = streams.user(portal.users[name].id)
    shared = streams.ADMINS if name == "ana" else streams.client(portal.clients[name])
    loads = [(await portal.as_(name).post("/realtime/v1/bootstrap", json={"s": s})).json() for s in (shared, own)]
    return [{key: load[key] for key in ("s", "e", "c", "at")} for load in loads]


@dataclass(frozen=True, slots=True)
class Agency:
    """The users and clients of each test, and the saved rows of all tables."""

    grants: dict[str, accounts.Grant]
    clients: dict[str, UUID]
    saved_rows: SavedRows


@pytest.fixture(scope="session")
def agency(empty_store: SavedRows, django_db_blocker: DjangoDbBlocker) -> Agency:
    """The agency. It is created once, before any test changes a setting; the rows are restored for each test."""
    with django_db_blocker.unblock():
        empty_store.put_back()
        client_ids = write_now(_create_rows)
        grants = {name: write_now(_new_session, f"{name}@portal.example") for name in ("ana", "maya", "otto")}
        saved_rows = SavedRows("agency")
        connection.close()
    return Agency(grants, client_ids, saved_rows)


@pytest.fixture
async def portal(agency: Agency, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Portal]:
    """The agency with all users signed in and no message. The hub records no delivery receipts during a test."""
    monkeypatch.setattr(delivery_receipts, "RECORD_AFTER_S", 3600.0)
    # The users signed in when the test run began, so the actions that require a recent sign-in accept any.
    monkeypatch.setattr(settings, "AUTH_REAUTHENTICATION_S", 0)
    monkeypatch.setattr(notify, "_windows", {})  # earlier tests of this process have filled it for the same users
    instance = Portal()
    instance.users |= {name: _signed_in_user(grant) for name, grant in agency.grants.items()}
    instance.clients |= agency.clients
    yield instance
    for client in instance._http_clients.values():
        await client.aclose()
    # Stop the hub if a test started it, because the event loop cancels it only once, and the hub may miss that.
    await hub.stop_running()


def _create_rows() -> dict[str, UUID]:
    client_ids = {}
    clients.create_admin(email="ana@portal.example", name="Ana Ferreira", password_hash="")
    for name, company, contact, tier in (
        ("maya", "Harbor Coffee", "Maya Lindqvist", "pro"),
        ("otto", "Otto's Bikes", "Otto Brandt", "basic"),
        ("pending", "Quiet Books", "Quinn Adeyemi", "basic"),
    ):
        email = f"{name}@portal.example"
        client = clients.create_client(company_name=company, contact_name=contact, contact_email=email, tier=tier)
        client_ids[name] = client.id
        if name != "pending":
            accounts.create_confirmed_user(email=email, password_hash="", full_name=contact)
    return client_ids
