"""Requests of an attacker who uses a client's address before the client does, as the functions in `STRANGE`."""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable

import httpx

from tests.support.accounts.mailed_sign_up import ADA

STRANGERS = "the stranger's password"
EVIL = {"full_name": "Mallory", "company_name": "Mallory Ltd"}
THEIRS = "fedcba9876543210" * 7
THEIR_CHALLENGE = urlsafe_b64encode(hashlib.sha256(THEIRS.encode()).digest()).rstrip(b"=").decode()
THEIR_PKCE = {"code_challenge": THEIR_CHALLENGE, "code_challenge_method": "s256"}
NAMES = {"full_name": "Ada Lovelace", "company_name": "Engines Ltd"}

Wire = httpx.AsyncClient
Act = Callable[[Wire], Awaitable[httpx.Response]]


async def strange_sign_up(http: Wire) -> httpx.Response:
    return await http.post("/signup", json={"email": ADA, "password": STRANGERS, "data": EVIL})


async def strange_sign_up_in_a_flow(http: Wire) -> httpx.Response:
    return await http.post("/signup", json={"email": ADA, "password": STRANGERS, "data": EVIL, **THEIR_PKCE})


async def strange_code(http: Wire) -> httpx.Response:
    return await http.post("/otp", json={"email": ADA, "data": EVIL})


async def strange_recovery(http: Wire) -> httpx.Response:
    return await http.post("/recover", json={"email": ADA})


async def strange_resending(http: Wire) -> httpx.Response:
    return await http.post("/resend", json={"type": "signup", "email": ADA})


STRANGE = (strange_sign_up, strange_sign_up_in_a_flow, strange_code, strange_recovery, strange_resending)
SIGN_UPS = (strange_sign_up, strange_sign_up_in_a_flow)
