"""No response reveals whether an address has an account, except where the contract requires it.

The tests send each request for addresses of every kind, each kind from its own network. They compare responses, SQL
statements and hashes with those for an unknown address: twice, after the pause between mails, and beyond the limits.
"""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher
from pytest_django import Settings
from time_machine import Traveller

from accounts.api import mail_requests, registration, verify
from accounts.credentials import passwords
from tests.support.accounts.api import VERIFIER, Json, bearer, sign_up
from tests.support.accounts.unknown_browsers import stranger, strangers
from tests.support.database.statement_count import record_statements
from tests.support.mail.mailbox import Mailbox

__all__ = ["strangers"]

pytestmark = [pytest.mark.django_db(transaction=True, serialized_rollback=True), pytest.mark.usefixtures("strangers")]

# An account with a password, one without, an unconfirmed sign-up, an unconfirmed sign-up whose address others requested
# afterwards, a user who was anonymous until they confirmed the address, a user who is still anonymous, no account.
KINDS = ("confirmed", "passwordless", "pending", "named", "linked", "linking", "unknown")
CONFIRMED, ACCOUNTS = ("confirmed", "passwordless", "linked"), KINDS[:5]
LIMITED = ("confirmed", "pending", "linked", "unknown")  # the test repeats these until the limit rejects them
NAMES = {"full_name": "Eve", "company_name": "Eve Ltd"}
GUESS = "another password"
REQUESTS_TO_THE_LIMIT = 30
# With more statements, the duration of a response could reveal the kind, although it is at least 0.1 s (test_timing.py).
MAX_STATEMENTS_INSIDE = 25

CODE = {"type": "signup", "token": "000000"}
REQUESTS: dict[str, tuple[str, Json]] = {
    "sign-up": ("/signup", {"password": GUESS, "data": NAMES}),
    "code": ("/otp", {}),
    "code without sign-up": ("/otp", {"create_user": False}),
    "recovery": ("/recover", {}),
    "confirmation again": ("/resend", {"type": "signup"}),
    "change again": ("/resend", {"type": "email_change"}),
    "typed sign-up code": ("/verify", CODE),
    "typed sign-up code with a verifier": ("/verify", CODE | {"code_verifier": VERIFIER}),
    "typed mail code": ("/verify", CODE | {"type": "email"}),
    "typed recovery code": ("/verify", CODE | {"type": "recovery"}),
    "typed change code": ("/verify", CODE | {"type": "email_change"}),
    "password": ("/token?grant_type=password", {"password": GUESS}),
}


@dataclass(frozen=True)
class Answer:
    """The response as the requester sees it, with placeholders for values that vary: ids, times, the address."""

    status: int
    body: Any
    retry_after: str | None = None


DONE = Answer(200, {})
NEW_METADATA = NAMES | {"sub": "UUID", "email": "ADDRESS", "email_verified": False, "phone_verified": False}
NEW_IDENTITY = {
    **dict.fromkeys(("identity_id", "id", "user_id"), "UUID"),
    **dict.fromkeys(("created_at", "updated_at"), "TIME"),
    "identity_data": NEW_METADATA,
    "provider": "email",
    "email": "ADDRESS",
}
DUMMY_USER = {
    "id": "UUID",
    "aud": "authenticated",
    "role": "",
    "email": "ADDRESS",
    "phone": "",
    "is_anonymous": False,
    "app_metadata": {"provider": "email", "providers": ["email"]},
    "user_metadata": NAMES,
    "identities": [],
    **dict.fromkeys(("created_at", "updated_at"), "TIME"),
}
NEW = DUMMY_USER | {
    "role": "authenticated",
    "confirmation_sent_at": "TIME",
    "user_metadata": NEW_METADATA,
    "identities": [NEW_IDENTITY],
}
WAIT = "For security purposes, you can only request this after 60 seconds."
TOO_SOON = Answer(429, {"code": "over_email_send_rate_limit", "message": WAIT})
TOO_MANY_MAILS = Answer(429, {"code": "over_email_send_rate_limit", "message": "email rate limit exceeded"})
TOO_MANY = Answer(429, {"code": "over_request_rate_limit", "message": "Request rate limit reached"})
WRONG_CODE = Answer(403, {"code": "otp_expired", "message": "Token has expired or is invalid"})
WRONG_PASSWORD = Answer(400, {"code": "invalid_credentials", "message": "Invalid login credentials"})
OTP_DISABLED = Answer(422, {"code": "otp_disabled", "message": "Signups not allowed for otp"})

# The responses to the first request, the second, one after the pause between mails, and the last.
Answers = tuple[Answer, Answer, Answer, Answer]
EXPECTED: dict[str, Answers] = {
    "sign-up": (Answer(200, NEW), TOO_SOON, Answer(200, NEW), TOO_MANY_MAILS),
    "code": (DONE, TOO_SOON, DONE, TOO_MANY_MAILS),
    "code without sign-up": (OTP_DISABLED, OTP_DISABLED, OTP_DISABLED, TOO_MANY_MAILS),
    "recovery": (DONE, DONE, DONE, TOO_MANY_MAILS),
    "confirmation again": (DONE, TOO_SOON, DONE, TOO_MANY_MAILS),
    "change again": (DONE, TOO_SOON, DONE, TOO_MANY_MAILS),
    "password": (WRONG_PASSWORD, WRONG_PASSWORD, WRONG_PASSWORD, TOO_MANY),
} | {name: (WRONG_CODE, WRONG_CODE, WRONG_CODE, TOO_MANY) for name in REQUESTS if name.startswith("typed ")}

# Every difference that the contract requires: its section, the kinds of addresses, and their responses.
Difference = tuple[str, tuple[str, ...], Answers]
REQUIRED_DIFFERENCES: dict[str, Difference] = {
    "sign-up": (
        "3.1, confirm by mail, address confirmed: a dummy user without identities, by which apps recognise it",
        CONFIRMED,
        (Answer(200, DUMMY_USER), TOO_SOON, Answer(200, DUMMY_USER), TOO_MANY_MAILS),
    ),
    "code without sign-up": (
        "3.6, `create_user: false` and unknown: 422 otp_disabled",
        ACCOUNTS,
        (DONE, TOO_SOON, DONE, TOO_MANY_MAILS),
    ),
}


@dataclass
class Work:
    """The SQL statements of one response, inside and outside the constant-time section, and its calls of Argon2."""

    other_statements: int
    constant_time_statements: int
    hashes: list[str]


@pytest.fixture
async def addresses(http: httpx.AsyncClient, settings: Settings, mailbox: Mailbox) -> Json:
    """One address of each kind, all of the same length."""
    by_kind = {kind: f"{n}@alike.example" for n, kind in enumerate(KINDS)}
    settings.AUTH_ANONYMOUS = True
    await sign_up(http, by_kind["confirmed"])
    settings.AUTH_AUTOCONFIRM = False
    for kind in ("pending", "named"):
        await sign_up(http, by_kind[kind], full_name="Ada")
    for path, body in (("/recover", {}), ("/otp", {}), ("/resend", {"type": "signup"})):
        assert (await http.post(path, json={"email": by_kind["named"], **body})).status_code == 200
    await mailbox.mails()
    await http.post("/otp", json={"email": by_kind["passwordless"]})
    code = (await mailbox.mail()).code
    body = {"type": "email", "email": by_kind["passwordless"], "token": code}
    assert (await http.post("/verify", json=body)).status_code == 200
    for kind in ("linked", "linking"):
        session = (await http.post("/signup", json={})).json()
        reply = await http.put("/user", json={"email": by_kind[kind]}, headers=bearer(session))
        assert reply.status_code == 200
    code = next(mail.code for mail in await mailbox.mails() if mail.to == by_kind["linked"])
    body = {"type": "email_change", "email": by_kind["linked"], "token": code}
    assert (await http.post("/verify", json=body)).status_code == 200
    settings.AUTH_MAIL_COOLDOWN_S = 60
    return by_kind


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The calls of Argon2, in order."""
    passwords.matches_now("any", "")  # the first call in a process creates the dummy hash
    calls: list[str] = []
    for name in ("hash", "verify"):
        work = getattr(PasswordHasher, name)

        def record_call(self: PasswordHasher, *args: Any, work: Any = work, name: str = name, **more: Any) -> Any:
            calls.append(name)
            return work(self, *args, **more)

        monkeypatch.setattr(PasswordHasher, name, record_call)
    return calls


@pytest.mark.parametrize("request_name", REQUESTS)
async def test_every_address_gets_the_response_of_an_unknown_one(
    request_name: str,
    addresses: dict[str, str],
    hashes: list[str],
    fake_clock: Traveller,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path, body = REQUESTS[request_name]
    inside_counts: list[int] = []
    replies: dict[str, list[httpx.Response]] = {kind: [] for kind in KINDS}
    works: dict[str, list[Work]] = {kind: [] for kind in KINDS}
    browsers = {kind: stranger(f"198.51.100.{n}") for n, kind in enumerate(KINDS)}

    async def send(kind: str) -> None:
        hashes.clear()
        inside_counts.clear()
        with record_statements() as statements:
            count_statements_inside(monkeypatch, statements, inside_counts)
            reply = await browsers[kind].post(path, json={"email": addresses[kind], **body})
        replies[kind].append(reply)
        works[kind].append(Work(len(statements) - sum(inside_counts), sum(inside_counts), [*hashes]))

    for wait_s, kinds, times in ((0, KINDS, 2), (60, KINDS, 1), (0, LIMITED, REQUESTS_TO_THE_LIMIT)):
        fake_clock.shift(timedelta(seconds=wait_s))
        for kind in [kind for kind in kinds for _ in range(times)]:
            await send(kind)

    _, exempt_kinds, alternative = REQUIRED_DIFFERENCES.get(request_name, ("", (), EXPECTED[request_name]))
    for kind in KINDS:
        expected = alternative if kind in exempt_kinds else EXPECTED[request_name]
        answers = [answer_of(reply, addresses[kind]) for reply in replies[kind]]
        assert answers[:3] == [*expected[:3]], kind
        assert answers[-1] == expected[3 if kind in LIMITED else 2], kind
        if kind not in exempt_kinds:
            unknown_replies = [(reply.status_code, headers(reply)) for reply in replies["unknown"]][: len(answers)]
            assert [(reply.status_code, headers(reply)) for reply in replies[kind]] == unknown_replies, kind
        for work, unknown in zip(works[kind], works["unknown"], strict=False):
            assert (work.other_statements, work.hashes) == (unknown.other_statements, unknown.hashes), kind
            assert work.constant_time_statements <= MAX_STATEMENTS_INSIDE, kind


def count_statements_inside(monkeypatch: pytest.MonkeyPatch, statements: list[str], inside_counts: list[int]) -> None:
    """Replace the constant-time section with one that appends its number of statements to `inside_counts`."""

    @asynccontextmanager
    async def count_statements() -> AsyncIterator[None]:
        before = len(statements)
        try:
            yield
        finally:
            inside_counts.append(len(statements) - before)

    for module in (mail_requests, registration, verify):
        monkeypatch.setattr(module, "equalize_timing", count_statements)


def answer_of(reply: httpx.Response, address: str) -> Answer:
    """The response with placeholders."""
    text = re.sub(r'"\d{4}-\d\d-\d\dT[\d:.]+Z"', '"TIME"', reply.text.replace(address, "ADDRESS"))
    text = re.sub(r'"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"', '"UUID"', text)
    return Answer(reply.status_code, httpx.Response(200, text=text).json(), reply.headers.get("Retry-After"))


def headers(reply: httpx.Response) -> list[tuple[str, str]]:
    """All headers, with empty values for those that differ in every response."""
    varying = {"date", "x-request-id", "x-server-time"}
    return sorted((name, "" if name in varying else text) for name, text in reply.headers.multi_items())
