"""`PUT /user`: metadata, a new password, and the changes that it rejects or ignores."""

import httpx
import pytest

from tests.support.accounts.api import (
    PASSWORD,
    PKCE,
    Json,
    bearer,
    counts,
    error_of,
    execute,
    refresh,
    rows,
    sign_in,
    sign_up,
)
from tests.support.accounts.mailed_sign_up import ADA, WRONG_CODE, typed
from tests.support.mail.mailbox import Mailbox

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

NEW = "countess@example.com"
BETTER = "a better password"


async def change(http: httpx.AsyncClient, session: Json, **body: object) -> httpx.Response:
    return await http.put("/user", json={"current_password": PASSWORD, **body}, headers=bearer(session))


async def test_metadata_is_merged_and_null_removes(http: httpx.AsyncClient) -> None:
    session = await sign_up(http, full_name="Ada", company_name="Engines", theme="dark")
    reply = await change(http, session, data={"full_name": "Ada L.", "theme": None, "likes": ["tea"]})
    assert reply.status_code == 200
    user = reply.json()
    server_fields = {"email": ADA, "email_verified": True, "phone_verified": False, "sub": user["id"]}
    assert user["user_metadata"] == {
        "full_name": "Ada L.",
        "company_name": "Engines",
        "likes": ["tea"],
        **server_fields,
    }
    assert user["updated_at"] > session["user"]["updated_at"]
    assert (await http.get("/user", headers=bearer(session))).json() == user


async def test_server_fields_are_not_overwritten(http: httpx.AsyncClient) -> None:
    session = await sign_up(http)
    data = {"email": "eve@example.com", "email_verified": None, "sub": "x", "phone_verified": True}
    user = (await change(http, session, data=data)).json()
    assert user["user_metadata"] == session["user"]["user_metadata"]


async def test_fields_that_users_may_not_write_are_ignored(http: httpx.AsyncClient) -> None:
    session = await sign_up(http)
    body = {"role": "service_role", "id": "x", "aud": "x", "email_confirmed_at": None, "is_anonymous": True}
    user = (await change(http, session, **body)).json()
    assert user | {"updated_at": ""} == session["user"] | {"updated_at": ""}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"email": "ada"}, (400, "validation_failed", "Unable to validate email address: invalid format")),
        ({"password": "12345"}, (422, "weak_password", "Password should be at least 6 characters.")),
        ({"password": ""}, (422, "weak_password", "Password should be at least 6 characters.")),
        (
            {"password": "x" * 73},
            (400, "validation_failed", "Password cannot be longer than 72 characters"),
        ),
        ({"app_metadata": {"admin": True}}, (403, "not_admin", "Updating app_metadata requires admin privileges")),
        ({"app_metadata": {}}, (403, "not_admin", "Updating app_metadata requires admin privileges")),
        ({"phone": "555-0100"}, (400, "validation_failed", "Invalid phone number format (E.164 required)")),
        ({"phone": "+15551234567"}, (400, "phone_provider_disabled", "Unsupported phone provider")),
        (
            {"email": "Eve@example.com"},
            (422, "email_exists", "A user with this email address has already been registered"),
        ),
        ({"password": PASSWORD}, (422, "same_password", "New password should be different from the old password.")),
        ({"data": {"a": "x" * 4096}}, (400, "validation_failed", "User metadata must not be larger than 4096 bytes")),
    ],
)
async def test_an_invalid_change_is_rejected(
    body: Json, expected: tuple[int, str, str], http: httpx.AsyncClient, mailbox: Mailbox
) -> None:
    session = await sign_up(http)
    await sign_up(http, "eve@example.com")
    stored, before = await rows("SELECT * FROM users"), await counts()
    assert error_of(await change(http, session, **body)) == expected
    assert (await rows("SELECT * FROM users"), await counts(), await mailbox.mails()) == (stored, before, [])


async def test_a_company_sign_in_owns_its_credentials(http: httpx.AsyncClient) -> None:
    session = await sign_up(http)
    await execute("UPDATE users SET is_sso = true")
    message = "Updating email, phone, password of a SSO account only possible via SSO"
    for body in ({"email": NEW}, {"password": BETTER}, {"phone": "+15551234567"}):
        assert error_of(await change(http, session, **body)) == (422, "user_sso_managed", message)
    assert (await change(http, session, data={"full_name": "Ada"})).status_code == 200


async def test_the_session_is_checked_before_the_body(http: httpx.AsyncClient) -> None:
    session = await sign_up(http)
    await http.post("/logout", headers=bearer(session))
    reply = await http.put("/user", content=b"no json", headers=bearer(session))
    assert error_of(reply)[1] == "session_not_found"


async def test_a_new_password_ends_other_sessions_and_pending_flows(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    other_session, session = await sign_up(http), (await sign_in(http)).json()
    await http.post("/otp", json={"email": ADA, **PKCE})
    mail = await mailbox.mail()
    assert (await change(http, session, password=BETTER)).json()["id"] == session["user"]["id"]
    counts_after = await counts()
    assert (counts_after["sessions"], counts_after["one_time_tokens"], counts_after["flow_states"]) == (1, 0, 0)
    assert error_of(await http.get("/user", headers=bearer(other_session)))[1] == "session_not_found"
    assert error_of(await refresh(http, other_session["refresh_token"]))[1] == "refresh_token_not_found"
    assert error_of(await typed(http, mail.code, type="magiclink")) == WRONG_CODE
    assert (await refresh(http, session["refresh_token"])).status_code == 200
    assert error_of(await sign_in(http))[1] == "invalid_credentials"
    assert (await sign_in(http, password=BETTER)).status_code == 200
