"""`POST /auth/v1/signup`: the error of a request with several faults."""

import httpx
import pytest

from tests.support.accounts.api import PASSWORD, counts, error_of

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


LONG, SHORT, BAD_ADDRESS = "x" * 73, "12345", "ada"
ADDRESS = "ada@example.com"


@pytest.mark.parametrize(
    ("_case", "body", "expected"),
    [
        (
            "only a password",
            {"password": SHORT},
            (422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled"),
        ),
        ("an empty body", {}, (422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled")),
        (
            "nulls",
            {"email": None, "phone": None, "password": None, "data": None, "code_challenge": None},
            (422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled"),
        ),
        (
            "no password before a bad address",
            {"email": BAD_ADDRESS},
            (400, "validation_failed", "Signup requires a valid password"),
        ),
        (
            "a long password before both address and phone",
            {"email": BAD_ADDRESS, "phone": "15551234567", "password": LONG},
            (400, "validation_failed", "Password cannot be longer than 72 characters"),
        ),
        (
            "a weak password before both address and phone",
            {"email": BAD_ADDRESS, "phone": "15551234567", "password": SHORT},
            (422, "weak_password", "Password should be at least 6 characters."),
        ),
        (
            "both address and phone before half a PKCE pair",
            {"email": BAD_ADDRESS, "phone": "15551234567", "password": PASSWORD, "code_challenge": "x"},
            (400, "validation_failed", "Only an email address or phone number should be provided on signup."),
        ),
        (
            "half a PKCE pair before a phone",
            {"phone": "15551234567", "password": PASSWORD, "code_challenge": "x" * 43},
            (400, "validation_failed", "PKCE flow requires code_challenge_method and code_challenge"),
        ),
        (
            "a phone",
            {"phone": "15551234567", "password": PASSWORD},
            (400, "phone_provider_disabled", "Phone signups are disabled"),
        ),
        (
            "a bad address",
            {"email": BAD_ADDRESS, "password": PASSWORD},
            (400, "validation_failed", "Unable to validate email address: invalid format"),
        ),
        (
            "metadata that is too large for a token",
            {"email": ADDRESS, "password": PASSWORD, "data": {"x": "y" * 4096}},
            (400, "validation_failed", "User metadata must not be larger than 4096 bytes"),
        ),
    ],
)
async def test_errors_come_in_the_order_of_the_contract(
    _case: str, body: dict[str, object], expected: tuple[int, str, str], http: httpx.AsyncClient
) -> None:
    before = await counts()
    reply = await http.post("/signup", json=body)
    assert error_of(reply) == expected
    assert reply.json().get("weak_password") == ({"reasons": ["length"]} if expected[1] == "weak_password" else None)
    assert await counts() == before
