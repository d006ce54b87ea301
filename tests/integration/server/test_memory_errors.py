"""A request for which the process has too little memory gets 503, so that the device sends it again."""

from typing import NoReturn

import httpx
import pytest

from tests.support.accounts.api import error_of, sign_in, sign_up
from tests.support.portal.agency import Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


def no_memory(*_: object, **__: object) -> NoReturn:
    raise MemoryError


async def test_a_message_without_memory_is_rejected_and_accepted_later(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = portal.message()
    with monkeypatch.context() as patch:
        patch.setattr("messaging.access.threads_for", no_memory)
        async with portal.unchanged():
            reply = await portal.as_("maya").post("/rest/v1/messages", json=body)
    assert (reply.status_code, reply.json()["code"], reply.headers["Retry-After"]) == (503, "unavailable", "1")
    assert (await portal.as_("maya").post("/rest/v1/messages", json=body)).status_code == 201


async def test_a_sign_in_without_memory_gets_503(http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    await sign_up(http)
    monkeypatch.setattr("accounts.queries.credentials", no_memory)
    status, code, _ = error_of(await sign_in(http))
    assert (status, code) == (503, "unexpected_failure")
