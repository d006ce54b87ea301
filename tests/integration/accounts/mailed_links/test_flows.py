"""The PKCE grant: a mailed link redirects with a code, and the browser that requested it redeems the code once."""

from datetime import timedelta

import httpx
import pytest
from pytest_django import Settings

from core.clock import now
from tests.support.accounts.api import PKCE, VERIFIER, Json, counts, error_of, execute, fragment, methods, query
from tests.support.accounts.mailed_sign_up import sign_up_mail
from tests.support.mail.mailbox import Mailbox

pytestmark = [pytest.mark.django_db(transaction=True, serialized_rollback=True), pytest.mark.usefixtures("by_mail")]


async def test_a_pkce_link_redirects_with_a_code_for_the_requesting_browser(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    mail = await sign_up_mail(http, mailbox, f"{settings.SITE_URL}/auth/callback?sb_flow_id=7", **PKCE)
    reply = await http.get(mail.path)
    assert reply.status_code == 303
    target, code = reply.headers["Location"].split("&code=")
    assert target == f"{settings.SITE_URL}/auth/callback?sb_flow_id=7"
    assert (await counts())["sessions"] == 0
    exchange = {"auth_code": code, "code_verifier": VERIFIER}
    wrong_verifier_reply = await http.post("/token?grant_type=pkce", json=exchange | {"code_verifier": VERIFIER[::-1]})
    message = "code challenge does not match previously saved code verifier"
    assert error_of(wrong_verifier_reply) == (400, "bad_code_verifier", message)
    session_reply = await http.post("/token?grant_type=pkce", json=exchange)
    assert (session_reply.status_code, methods(session_reply.json())) == (200, ["email/signup"])
    second_reply = await http.post("/token?grant_type=pkce", json=exchange)
    assert error_of(second_reply) == (404, "flow_state_not_found", "invalid flow state, no valid flow state found")
    counts_after = await counts()
    assert (counts_after["sessions"], counts_after["flow_states"], counts_after["one_time_tokens"]) == (1, 0, 0)
    error_reply = await http.get(mail.path)
    assert query(error_reply) == {
        "sb_flow_id": "7",
        "error": "access_denied",
        "error_code": "otp_expired",
        "error_description": "Email link is invalid or has expired",
    }
    assert fragment(error_reply)["error_code"] == "otp_expired"


async def test_a_link_stays_valid_after_a_mail_scanner_opened_it(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    """This holds even if the mail server opens the link between the reader's redirect and the exchange of the code."""
    mail, other_mail = await sign_up_mail(http, mailbox, **PKCE), await sign_up_mail(http, mailbox, **PKCE)
    code, scanner_code = [query(await http.get(mail.path))["code"] for _ in range(2)]
    assert scanner_code == code
    assert query(await http.get(other_mail.path))["code"] != code
    assert mail.link_query["token"] not in code
    reply = await http.post("/token?grant_type=pkce", json={"auth_code": code, "code_verifier": VERIFIER})
    assert (reply.status_code, methods(reply.json())) == (200, ["email/signup"])
    second_reply = await http.post("/token?grant_type=pkce", json={"auth_code": code, "code_verifier": VERIFIER})
    assert error_of(second_reply)[1] == "flow_state_not_found"
    assert query(await http.get(mail.path))["error_code"] == "otp_expired"
    assert (await counts())["one_time_tokens"] == 0


async def test_the_code_of_a_flow_is_valid_for_five_minutes(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    mail = await sign_up_mail(http, mailbox, **PKCE)
    await execute("UPDATE flow_states SET created_at = %s", now() - timedelta(minutes=50))
    code = query(await http.get(mail.path))["code"]
    await execute("UPDATE flow_states SET code_issued_at = %s", now() - timedelta(minutes=5, seconds=1))
    before = await counts()
    reply = await http.post("/token?grant_type=pkce", json={"auth_code": code, "code_verifier": VERIFIER})
    assert error_of(reply) == (422, "flow_state_expired", "invalid flow state, flow state has expired")
    assert await counts() == before
    await execute("UPDATE flow_states SET code_issued_at = %s", now() - timedelta(minutes=4, seconds=50))
    assert (
        await http.post("/token?grant_type=pkce", json={"auth_code": code, "code_verifier": VERIFIER})
    ).status_code == 200


@pytest.mark.parametrize(
    "body", [{}, {"auth_code": "x"}, {"code_verifier": "x"}, {"auth_code": "", "code_verifier": ""}]
)
async def test_an_exchange_needs_code_and_verifier(body: Json, http: httpx.AsyncClient) -> None:
    message = "invalid request: both auth code and code verifier should be non-empty"
    assert error_of(await http.post("/token?grant_type=pkce", json=body)) == (400, "validation_failed", message)


@pytest.mark.parametrize("code", ["x", "00000000-0000-0000-0000-000000000000", ""])
async def test_a_code_without_a_flow_is_rejected(code: str, http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    """An unfinished flow has no code, so an empty code must not match it."""
    await sign_up_mail(http, mailbox, **PKCE)
    reply = await http.post("/token?grant_type=pkce", json={"auth_code": code or " ", "code_verifier": VERIFIER})
    assert error_of(reply) == (404, "flow_state_not_found", "invalid flow state, no valid flow state found")
