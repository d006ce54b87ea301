"""The table of the errors of all endpoints, and the service on which tests provoke them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

import httpx
from pytest_django import Settings

from accounts import ports, services
from config import sms
from core.clock import now
from sync.writes.db_executor import write
from tests.support.accounts.api import PKCE, Json, bearer, execute, sign_up
from tests.support.accounts.google import authorization_url, exchange, follow_callback, signed_in, token_of
from tests.support.accounts.mailed_sign_up import ADA
from tests.support.fakes.sandbox import Sandbox
from tests.support.mail.mailbox import Mail, Mailbox

NO_ID = "00000000-0000-0000-0000-000000000000"
BOB = "bob@example.com"


@dataclass(frozen=True)
class Service:
    """A service without users. It confirms each sign-up at once unless `settings` say otherwise."""

    http: httpx.AsyncClient
    settings: Settings
    mailbox: Mailbox
    google: Sandbox

    async def request(
        self, endpoint: str, body: object = None, session: Json | None = None, **query: str
    ) -> httpx.Response:
        """Send one request to an endpoint such as `POST /signup`."""
        method, _, path = endpoint.partition(" ")
        headers = bearer(session) if session else {}
        return await self.http.request(method, path, params=query or None, headers=headers, json=body)

    async def ada(self) -> Json:
        """Ada's session."""
        return await sign_up(self.http)

    async def bob(self) -> Json:
        return await sign_up(self.http, BOB)

    async def confirmation_mail(self, **more: object) -> Mail:
        """Sign Ada up with confirmation by mail; returns the mail."""
        self.settings.AUTH_AUTOCONFIRM = False
        await self.request("POST /signup", {"email": ADA, "password": "correct horse battery", **more})
        return await self.mailbox.mail()

    async def sign_in_with_google(self, email: str = ADA) -> Json:
        """The session of a user who signed in with Google."""
        return await signed_in(self.http, self.google, email)

    async def back_from_google(self) -> str:
        """Sign in with Google; returns the URL of the final redirect."""
        address = self.google.allow(await authorization_url(self.http, **PKCE))
        return await follow_callback(self.http, address)

    async def redeem(self, address: str, verifier: str = "") -> httpx.Response:
        """Redeem the code in a URL; returns the response."""
        return await (exchange(self.http, address, verifier) if verifier else exchange(self.http, address))

    async def submit_id_token(self, *, session: Json | None = None, verified: bool = True) -> httpx.Response:
        """Submit Ada's ID token: signs her in, or links her identity to the session's user. Returns the response."""
        tokens = await token_of(self.http, self.google, verified=verified)
        body = {"provider": "google", "id_token": tokens["id_token"], "link_identity": session is not None}
        return await self.request("POST /token", body, session, grant_type="id_token")

    async def company(self, issuer: str = "") -> None:
        """Register an identity provider for engines.example, by default the sandbox."""
        provider = {"name": "Engines", "issuer": issuer or self.google.url, "client_id": "sandbox", "secret": "sandbox"}
        await write(services.add_sso_provider, domains=["engines.example"], **provider)

    def send_texts_to(self, url: str) -> None:
        """Configure the service to send its text messages to this URL."""
        self.settings.SMS_URL, self.settings.SMS_FROM, self.settings.SMS_COUNTRIES = url, "+15550199", ("1",)
        ports.sms.register(sms.send)

    async def ban(self) -> None:
        """Ban all users for an hour."""
        await execute("UPDATE users SET banned_until = %s", now() + timedelta(hours=1))

    async def age(self, column: str, **span: float) -> None:
        """Set all times in a column, such as `factors.created_at`, to `span` ago."""
        table, _, name = column.partition(".")
        await execute(f"UPDATE {table} SET {name} = %s", now() - timedelta(**span))


Provoke = Callable[[Service], Awaitable[httpx.Response]]


@dataclass(frozen=True, slots=True)
class Row:
    """One error response. `{n}` in the message stands for a number of seconds."""

    endpoint: str
    status: int
    code: str
    message: str
    provoke: Provoke

    @property
    def name(self) -> str:
        return f"{self.endpoint} {self.status} {self.code} {self.provoke.__name__}"


ROWS: list[Row] = []


def rejects(endpoint: str, status: int, code: str, message: str) -> Callable[[Provoke], Provoke]:
    """A decorator that adds an error to the table, with the decorated function as the one that provokes it."""

    def register(provoke: Provoke) -> Provoke:
        ROWS.append(Row(endpoint, status, code, message, provoke))
        return provoke

    return register


def rejects_bodies(endpoint: str, status: int, code: str, bodies: dict[str, tuple[str, Json]], **query: str) -> None:
    """Add rows for bodies that fail without any user. `bodies` maps the name of a case to its message and body."""
    for case, (message, body) in bodies.items():
        rejects(endpoint, status, code, message)(_sending(endpoint, case, body, query))


def _sending(endpoint: str, case: str, body: Json, query: dict[str, str]) -> Provoke:
    async def provoke(service: Service) -> httpx.Response:
        return await service.request(endpoint, body, None, **query)

    provoke.__name__ = case
    return provoke
