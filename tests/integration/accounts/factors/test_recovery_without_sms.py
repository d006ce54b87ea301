"""A recovery code completes a sign-in by phone while no text message can be sent."""

import httpx
import pytest

from accounts import ports
from tests.integration.accounts.factors.test_phone import WRONG, verify
from tests.support.accounts.api import BASE, bearer, error_of, methods, sign_in, sign_up
from tests.support.accounts.phone import carrier, enroll
from tests.support.accounts.second_factor import challenge
from tests.support.fakes.sandbox import Sandbox

__all__ = ["carrier"]
pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

NO_CHALLENGE = (422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found")


async def test_a_recovery_code_needs_no_text_message(http: httpx.AsyncClient, carrier: Sandbox) -> None:
    ada = await sign_up(http)
    factor = await enroll(http, ada)
    challenge_id = await challenge(http, ada, factor)
    verified = await verify(http, ada, factor, challenge_id, carrier.texts()[0].split()[2])
    codes = (await http.post(f"{BASE}/rest/v1/recovery_codes", headers=bearer(verified.json()))).json()["codes"]
    ports.sms.register(None)
    new_session = (await sign_in(http)).json()
    assert error_of(await verify(http, new_session, factor, "", "123456")) == NO_CHALLENGE
    reply = await verify(http, new_session, factor, "", codes[0])
    assert (reply.status_code, methods(reply.json())) == (200, ["mfa/recovery_code", "password"])
    for status in [WRONG[0]] * 5 + [429]:  # guesses without a challenge are limited too
        assert (await verify(http, new_session, factor, "", codes[0])).status_code == status
