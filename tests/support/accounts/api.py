"""Requests to `/auth/v1` as a client makes them, and the tables of the sign-in service."""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from django.db import connection
from joserfc import jwt
from pytest_django import Settings

from accounts.http import error_responses
from accounts.tokens import signing_keys
from sync.writes.db_executor import read, write

BASE = "http://portal.test"
VERSION = {"X-Supabase-Api-Version": "2024-01-01"}
PASSWORD = "correct horse battery"
VERIFIER = "0123456789abcdef" * 7
CHALLENGE = urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
PKCE = {"code_challenge": CHALLENGE, "code_challenge_method": "s256"}
TABLES = ("users", "identities", "sessions", "refresh_tokens", "one_time_tokens", "flow_states", "mails", "sync_change")

Json = dict[str, Any]
Counts = dict[str, int]
Value = str | int | datetime


def auth_client() -> httpx.AsyncClient:
    """A client of the whole application, with the headers that the public client sends."""
    from config.asgi import application

    transport = httpx.ASGITransport(application, client=("203.0.113.7", 4711))
    return httpx.AsyncClient(transport=transport, base_url=f"{BASE}/auth/v1", headers=VERSION)


@pytest.fixture
async def http(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the sign-in service, which here confirms each sign-up at once and delays no response."""
    monkeypatch.setattr(error_responses, "MIN_DURATION_S", 0)
    settings.AUTH_AUTOCONFIRM = True
    settings.AUTH_REUSE_INTERVAL_S = 10
    settings.AUTH_MAIL_COOLDOWN_S = 0
    async with auth_client() as client:
        yield client


def bearer(session: Json) -> dict[str, str]:
    return {"Authorization": f"Bearer {session['access_token']}"}


async def sign_up(http: httpx.AsyncClient, email: str = "ada@example.com", **data: object) -> Json:
    """Sign up; returns the session, or the user alone if a confirmation is pending."""
    reply = await http.post("/signup", json={"email": email, "password": PASSWORD, "data": data})
    assert reply.status_code == 200, reply.text
    return dict(reply.json())


async def sign_in(http: httpx.AsyncClient, email: str = "ada@example.com", password: str = PASSWORD) -> httpx.Response:
    return await http.post("/token?grant_type=password", json={"email": email, "password": password})


async def refresh(http: httpx.AsyncClient, token: str) -> httpx.Response:
    return await http.post("/token?grant_type=refresh_token", json={"refresh_token": token})


def error_of(reply: httpx.Response) -> tuple[int, str, str]:
    """Status, code and message of an error response. Asserts that its headers and shape follow the contract."""
    assert reply.headers["X-Supabase-Api-Version"] == "2024-01-01"
    assert reply.headers["Content-Type"] == "application/json"
    body = reply.json()
    assert reply.headers["X-Sb-Error-Code"] == body["code"]
    assert set(body) <= {"code", "message", "weak_password"}
    return reply.status_code, body["code"], body["message"]


def fragment(reply: httpx.Response) -> dict[str, str]:
    """The parameters in the fragment of a redirect."""
    fields = parse_qs(urlsplit(reply.headers["Location"]).fragment, keep_blank_values=True)
    return {name: value for name, [value] in fields.items()}


def query(reply: httpx.Response) -> dict[str, str]:
    """The parameters in the query of a redirect."""
    return {name: value for name, [value] in parse_qs(urlsplit(reply.headers["Location"]).query).items()}


def methods(session: Json) -> list[str]:
    """The authentication methods in a session's access token."""
    claims = jwt.decode(session["access_token"], signing_keys.signing_key().key, algorithms=["ES256"]).claims
    assert claims["sub"] == session["user"]["id"]
    return [entry["method"] for entry in claims["amr"]]


async def counts() -> Counts:
    """The number of rows in each table."""
    return {table: int((await rows(f"SELECT COUNT(*) FROM {table}"))[0][0]) for table in TABLES}


async def rows(sql: str, *values: Value) -> list[tuple[Any, ...]]:
    def run() -> list[tuple[Any, ...]]:
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            return list(cursor.fetchall())

    return await read(run)


async def execute(sql: str, *values: Value) -> None:
    def run() -> None:
        with connection.cursor() as cursor:
            cursor.execute(sql, values)

    await write(run)


async def dump() -> str:
    """Every value of every table as text, without the tables of the search index, whose values SQLite cannot read."""
    tables = set(await read(lambda: connection.introspection.table_names())) - {"search_keys"}
    table_rows = [row for table in tables for row in await rows(f'SELECT * FROM "{table}"')]
    return "\n".join(str(value) for row in table_rows for value in row)
