"""A phone as a user's second factor, and the carrier of its text messages."""

from collections.abc import Iterator

import httpx
import pytest
from pytest_django import Settings

from accounts import ports
from config import sms
from tests.support.accounts.api import Json, bearer
from tests.support.fakes.sandbox import Sandbox

PHONE = "+15550100"


@pytest.fixture
def carrier(fake_providers: Sandbox, settings: Settings) -> Iterator[Sandbox]:
    """The sandbox, which receives the text messages."""
    settings.SMS_URL = fake_providers.url.replace("://", "://account:token@")
    settings.SMS_FROM, settings.SMS_COUNTRIES = "+15550199", ("1",)
    ports.sms.register(sms.send)
    yield fake_providers
    ports.sms.register(None)


async def enroll(http: httpx.AsyncClient, session: Json, phone: str = PHONE) -> str:
    body = {"factor_type": "phone", "friendly_name": phone, "phone": phone}
    reply = await http.post("/factors", json=body, headers=bearer(session))
    assert reply.status_code == 200, reply.text
    assert reply.json() == {"id": reply.json()["id"], "type": "phone", "friendly_name": phone, "phone": phone}
    return str(reply.json()["id"])
