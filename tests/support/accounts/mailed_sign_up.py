"""A sign-up with confirmation by mail, the start of most tests of mailed codes."""

import httpx
import pytest
from pytest_django import Settings

from tests.support.accounts.api import PASSWORD
from tests.support.mail.mailbox import Mail, Mailbox

ADA = "ada@example.com"
NAMES = {"full_name": "Ada Lovelace", "company_name": "Engines Ltd"}
WRONG_CODE = (403, "otp_expired", "Token has expired or is invalid")
WRONG_LINK = (403, "otp_expired", "Email link is invalid or has expired")


@pytest.fixture
def by_mail(http: httpx.AsyncClient, settings: Settings) -> None:
    """Requires confirmation of each new address by mail."""
    settings.AUTH_AUTOCONFIRM = False


async def sign_up_mail(http: httpx.AsyncClient, mailbox: Mailbox, to: str = "", **more: object) -> Mail:
    """Sign up; returns the confirmation mail."""
    body = {"email": ADA, "password": PASSWORD, "data": NAMES, **more}
    reply = await http.post("/signup", params={"redirect_to": to} if to else {}, json=body)
    assert reply.status_code == 200, reply.text
    return await mailbox.mail()


async def typed(http: httpx.AsyncClient, code: str, **more: object) -> httpx.Response:
    """Submit a code that the user typed; returns the response."""
    return await http.post("/verify", json={"type": "signup", "email": ADA, "token": code, **more})
