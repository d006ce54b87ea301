"""Requests of a stranger with a client's email address, one function each."""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable

import httpx

from tests.support.accounts.mailed_sign_up import ADA

STRANGERS_PASSWORD = "the stranger's password"
STRANGERS_NAMES = {"full_name": "Mallory", "company_name": "Mallory Ltd"}
STRANGERS_VERIFIER = "fedcba9876543210" * 7
STRANGERS_CHALLENGE = urlsafe_b64encode(hashlib.sha256(STRANGERS_VERIFIER.encode()).digest()).rstrip(b"=").decode()
STRANGERS_PKCE = {"code_challenge": STRANGERS_CHALLENGE, "code_challenge_method": "s256"}
NAMES = {"full_name": "Ada Lovelace", "company_name": "Engines Ltd"}

Wire = httpx.AsyncClient
Act = Callable[[Wire], Awaitable[httpx.Response]]


async def strange_sign_up(http: Wire) -> httpx.Response:
    return await http.post("/signup", json={"email": ADA, "password": STRANGERS_PASSWORD, "data": STRANGERS_NAMES})


async def strange_sign_up_in_a_flow(http: Wire) -> httpx.Response:
    return await http.post(
        "/signup", json={"email": ADA, "password": STRANGERS_PASSWORD, "data": STRANGERS_NAMES, **STRANGERS_PKCE}
    )


async def strange_code(http: Wire) -> httpx.Response:
    return await http.post("/otp", json={"email": ADA, "data": STRANGERS_NAMES})


async def strange_recovery(http: Wire) -> httpx.Response:
    return await http.post("/recover", json={"email": ADA})


async def strange_resending(http: Wire) -> httpx.Response:
    return await http.post("/resend", json={"type": "signup", "email": ADA})


STRANGERS_REQUESTS = (strange_sign_up, strange_sign_up_in_a_flow, strange_code, strange_recovery, strange_resending)
STRANGERS_SIGN_UPS = (strange_sign_up, strange_sign_up_in_a_flow)
