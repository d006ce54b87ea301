"""Errors when a factor is enrolled, and the highest number of factors."""

from datetime import timedelta

import httpx
import pytest

from core.clock import now
from tests.support.accounts.api import Json, bearer, dump, error_of, execute, rows, sign_up
from tests.support.accounts.second_factor import enroll

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, (400, "validation_failed", "factor_type needs to be totp or phone")),
        ({"factor_type": "webauthn"}, (400, "validation_failed", "factor_type needs to be totp or phone")),
        ({"factor_type": 7}, (400, "bad_json", "Could not parse request body as JSON: wrong type of factor_type")),
        ({"factor_type": "phone"}, (400, "validation_failed", "Invalid phone number format (E.164 required)")),
        (
            {"factor_type": "phone", "phone": "+15550100"},
            (422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone"),
        ),
        (
            {"factor_type": "totp", "friendly_name": "n" * 201},
            (400, "validation_failed", "Names must not be longer than 200 characters"),
        ),
    ],
)
async def test_an_invalid_enrolment_is_rejected(
    body: Json, expected: tuple[int, str, str], http: httpx.AsyncClient
) -> None:
    ada = await sign_up(http)
    before = await dump()
    assert error_of(await http.post("/factors", json=body, headers=bearer(ada))) == expected
    assert await dump() == before


async def test_a_factors_name_and_the_empty_name_are_unique(http: httpx.AsyncClient) -> None:
    ada = await sign_up(http)
    for name in ("My app", ""):
        await enroll(http, ada, name)
        body = {"factor_type": "totp", "friendly_name": name}
        message = f'A factor with the friendly name "{name}" for this user already exists'
        reply = await http.post("/factors", json=body, headers=bearer(ada))
        assert error_of(reply) == (422, "mfa_factor_name_conflict", message)
    assert await rows("SELECT COUNT(*) FROM factors") == [(2,)]
    await enroll(http, await sign_up(http, "bob@example.com"))


async def test_a_user_has_at_most_ten_factors_and_unverified_ones_are_pruned(http: httpx.AsyncClient) -> None:
    ada = await sign_up(http)
    for number in range(10):
        await enroll(http, ada, f"App {number}")
    reply = await http.post("/factors", json={"factor_type": "totp"}, headers=bearer(ada))
    message = "Maximum number of verified factors reached, unenroll to continue"
    assert error_of(reply) == (422, "too_many_enrolled_mfa_factors", message)
    await execute("UPDATE factors SET created_at = %s", now() - timedelta(minutes=6))
    await enroll(http, ada)
    assert await rows("SELECT COUNT(*) FROM factors") == [(1,)]
