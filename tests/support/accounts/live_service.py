"""The sign-in service on a real server, with the public client, mails and the sandbox as Google."""

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import psycopg
import pytest

from core.clock import now
from tests.support.accounts.auth_js import SECRETS, Json, Tab, Tabs, running_tabs
from tests.support.accounts.link_page import FROM_BROWSER, Form
from tests.support.fakes.sandbox import Sandbox, running_sandbox
from tests.support.mail.mailbox import Mail, read_mail
from tests.support.servers.crash_harness import eventually
from tests.support.servers.distributed import own_keys
from tests.support.servers.postgresql_and_redis import PostgreSQL, new_database, shared_server
from tests.support.servers.server import Server, free_port

PASSWORD = "correct horse battery"
PHONE, PHONE_CODE = "+15550100", "123456"
DOMAIN = "engines.example"  # its users sign in at their own identity provider
WITHIN_S = 20


@dataclass
class Live:
    """A server that all tests share; each test creates its own users."""

    server: Server
    tabs: Tabs
    google: Sandbox
    store_url: str
    codes: set[str] = field(default_factory=set)  # every code that was mailed so far
    _names: Iterator[int] = field(default_factory=count)
    _read: set[Path] = field(default_factory=set)

    def address(self, name: str = "ada", domain: str = "example.com") -> str:
        """A new email address."""
        return f"{name}{next(self._names)}@{domain}"

    def mail(self, to: str) -> Mail:
        """Wait for the next mail to an address; returns it."""
        mails: list[Mail] = []

        def has_arrived() -> bool:
            for path in sorted(set(self.server.data_dir.glob("mail/*.eml")) - self._read):
                mail = read_mail(path)
                if mail.to == to:
                    self._read.add(path)
                    self.codes.add(mail.code)
                    if mail.has_link:
                        self.tabs.handed_out.add(mail.link_query["token"])
                    mails.append(mail)
                    return True
            return False

        assert eventually(has_arrived, WITHIN_S), f"no mail to {to}"
        return mails[0]

    def mail_count(self, to: str) -> int:
        """The number of stored mails to an address, sent or not."""
        return int(self.rows(f"SELECT COUNT(*) FROM mails WHERE recipient = '{to}'")[0][0])

    def new_user(self, email: str = "") -> tuple[Tab, str]:
        """Create a user with a password; returns a signed-in tab and the address."""
        email, tab = email or self.address(), self.tabs.open()
        tab.done("signUp", {"email": email, "password": PASSWORD})
        tab.done("verifyOtp", {"type": "signup", "email": email, "token": self.mail(email).code})
        return tab, email

    def signed_in(self, email: str, password: str = PASSWORD) -> Tab:
        """Sign in on one more device."""
        tab = self.tabs.open()
        tab.done("signInWithPassword", {"email": email, "password": password})
        return tab

    def get(self, address: str, headers: dict[str, Any] | None = None) -> httpx.Response:
        """Open a URL as a browser does, without following redirects."""
        reply = httpx.get(address, headers=headers, timeout=WITHIN_S)
        self._record_secrets(address, reply)
        return reply

    def press(self, link: str) -> httpx.Response:
        """Open a mailed link and press the button of its page."""
        form = Form(self.get(link).raise_for_status().text)
        reply = httpx.post(f"{self.server.url}{form.action}", data=form.fields, headers=FROM_BROWSER, timeout=WITHIN_S)
        self._record_secrets(link, reply)
        return reply

    def send(self, path: str, content: bytes, **headers: str) -> httpx.Response:
        """Send raw bytes to an endpoint, such as `/signup` (POST is the default) or `PUT /user`."""
        method, _, endpoint = path.rpartition(" ")
        url = f"{self.server.url}/auth/v1{endpoint}"
        return httpx.request(method or "POST", url, content=content, headers=headers, timeout=WITHIN_S)

    def rest(self, method: str, path: str, headers: dict[str, str]) -> Json:
        """Call an endpoint below `/rest/v1`; returns the response body."""
        reply = httpx.request(method, f"{self.server.url}/rest/v1{path}", headers=headers, timeout=WITHIN_S)
        answer = dict(reply.raise_for_status().json())
        self.tabs.handed_out |= set(answer.get("codes", []))
        return answer

    def let_pass(self, column: str, span: timedelta, condition: str) -> None:
        """Set a time, such as `one_time_tokens.created_at`, to `span` ago in the rows of an SQL condition."""
        table, _, name = column.partition(".")
        self.execute(f"UPDATE {table} SET {name} = '{(now() - span).isoformat(' ')}' WHERE {condition}")

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        with self._store() as store:
            return list(store.execute(sql))

    def execute(self, sql: str) -> None:
        with self._store() as store:
            store.execute(sql)
            store.commit()

    def values(self) -> str:
        """Every value of every table as text, without times and decimals."""
        listing = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'" if self.store_url else TABLES_OF_SQLITE
        texts = [
            str(row)
            for (table,) in self.rows(listing)
            if table != "search_keys"
            for row in self.rows(f'SELECT * FROM "{table}"')
        ]
        return re.sub(r"\d\d:\d\d:\d\d\.\d+|\d+\.\d+|microsecond=\d+|, \d+, tzinfo", "", "\n".join(texts))

    def files(self) -> bytes:
        """The content of all files that the server has written, except keys and mails."""
        folder = self.server.data_dir
        own = {folder / "mail", folder / "keys"}
        paths = [path for path in folder.rglob("*") if path.is_file() and not own & set(path.parents)]
        return b"\n".join(path.read_bytes() for path in paths)

    def user_id(self, email: str) -> str:
        """An SQL expression for the id of the user with this address."""
        return f"(SELECT id FROM users WHERE email = '{email}')"

    def _record_secrets(self, address: str, reply: httpx.Response) -> None:
        """Record the secrets in a request's URL and in the redirect URL of its response."""
        for url in (address, reply.headers.get("Location", "")):
            params = query(url) | fragment(url)
            self.tabs.handed_out |= {params[name] for name in SECRETS | {"code", "state"} if name in params}

    def _store(self) -> "closing[Any]":
        if self.store_url:
            return closing(psycopg.connect(self.store_url))
        return closing(sqlite3.connect(self.server.data_dir / "pulseboard.sqlite3", timeout=20))


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server with mailed confirmations, no limits, and every way to sign in."""
    folder = tmp_path_factory.mktemp("live")
    store: dict[str, str] = {}
    if os.environ.get("STORE") == "postgresql":
        store = {"DATABASE_URL": new_database(shared_server(PostgreSQL, "TEST_RUN_POSTGRESQL")), **own_keys(folder)}
    port = free_port()
    server = Server(folder, DEMO="0", GOOGLE_ISSUER=f"http://127.0.0.1:{port}", **store, **SIGN_IN_SETTINGS)
    with running_sandbox(folder, server.url, port) as google:
        server.start()
        try:
            with running_tabs(server.url) as tabs:
                yield Live(server, tabs, google, store.get("DATABASE_URL", ""))
        finally:
            server.stop()


TABLES_OF_SQLITE = "SELECT name FROM sqlite_master WHERE type = 'table'"
SIGN_IN_SETTINGS = {
    "DJANGO_SETTINGS_MODULE": "tests.support.servers.settings.fast_passwords",
    "AUTH_REUSE_INTERVAL_S": "0",
    "AUTH_SECURE_PASSWORD_CHANGE": "1",
    "AUTH_MANUAL_LINKING": "1",
    "AUTH_ANONYMOUS": "1",
    "AUTH_TEST_PHONE": f"{PHONE}={PHONE_CODE}",
    "AUTH_REDIRECTS": "https://*.portal.example/**",
    "GOOGLE_CLIENT_ID": "sandbox",
    "GOOGLE_CLIENT_SECRET": "sandbox",
    "SSO_CLIENT_SECRET": "sandbox",
}


def query(address: str) -> Json:
    """The parameters in the query of a URL."""
    return {name: value for name, [value] in parse_qs(urlsplit(address).query).items()}


def fragment(address: str) -> Json:
    """The parameters in the fragment of a URL."""
    return {name: value for name, [value] in parse_qs(urlsplit(address).fragment, keep_blank_values=True).items()}
