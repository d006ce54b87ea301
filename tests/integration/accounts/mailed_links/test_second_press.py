"""A second press of the button behind a mailed link: it repeats the result if it comes soon, and fails later."""

import httpx
import pytest
from pytest_django import Settings

from tests.support.accounts.api import PKCE, bearer, counts, error_of, fragment, query, refresh, sign_up
from tests.support.accounts.link_page import make_rows_older, press, pressed, shown
from tests.support.accounts.mailed_sign_up import ADA, WRONG_LINK, sign_up_mail
from tests.support.mail.mailbox import Mailbox

pytestmark = [pytest.mark.django_db(transaction=True, serialized_rollback=True), pytest.mark.usefixtures("by_mail")]

NEW = "countess@example.com"
EXPIRED = "Email link is invalid or has expired"


async def test_a_fast_second_press_gets_the_session_of_the_first(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    """A browser drops the response to the first press when the button is pressed again."""
    mail = await sign_up_mail(http, mailbox, f"{settings.SITE_URL}/welcome")
    page = (await shown(http, mail.path)).text
    first_session = fragment(await press(http, page))
    before = await counts()
    second_reply = await press(http, page)
    second_session = fragment(second_reply)
    assert second_reply.headers["Location"].startswith(f"{settings.SITE_URL}/welcome#access_token=")
    assert (second_session["refresh_token"], second_session["type"]) == (first_session["refresh_token"], "signup")
    assert (await http.get("/user", headers=bearer(second_session))).json()["email"] == ADA
    assert await counts() == before


@pytest.mark.parametrize("ending", ["later", "refreshed", "signed out"])
async def test_a_second_press_reports_that_the_link_is_used(
    ending: str, http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    mail = await sign_up_mail(http, mailbox, f"{settings.SITE_URL}/welcome")
    page = (await shown(http, mail.path)).text
    session = fragment(await press(http, page))
    if ending == "later":
        await make_rows_older()
    elif ending == "refreshed":
        assert (await refresh(http, session["refresh_token"])).status_code == 200
    else:
        assert (await http.post("/logout", headers=bearer(session))).status_code == 204
    before = await counts()
    second_reply = await press(http, page)
    location, _, error_fragment = second_reply.headers["Location"].partition("#")
    assert (second_reply.status_code, location) == (303, f"{settings.SITE_URL}/welcome")
    assert (
        error_fragment
        == f"error=access_denied&error_code=otp_expired&error_description={EXPIRED.replace(' ', '+')}&sb="
    )
    assert await counts() == before


async def test_only_a_press_of_the_button_can_be_repeated(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    """A used link fails when it is opened, and its token fails when a client posts it."""
    mail = await sign_up_mail(http, mailbox)
    await pressed(http, mail)
    link_reply = await http.get("/verify", params={"token": mail.link_query["token"], "type": "signup"})
    assert fragment(link_reply)["error_code"] == "otp_expired"
    token_reply = await http.post("/verify", json={"type": "signup", "token_hash": mail.link_query["token"]})
    assert error_of(token_reply) == WRONG_LINK


@pytest.mark.parametrize("flow", [{}, PKCE])
async def test_a_fast_second_press_confirms_a_change_once(
    flow: dict[str, str], http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    settings.AUTH_AUTOCONFIRM = True
    session = await sign_up(http)
    settings.AUTH_AUTOCONFIRM = False
    body = {"email": NEW, "current_password": "correct horse battery", **flow}
    await http.put("/user", json=body, headers=bearer(session))
    first_mail, second_mail = await mailbox.mails()
    first_results = [fragment(await pressed(http, first_mail)) for _ in range(2)]
    assert first_results[0] == first_results[1]
    assert first_results[0]["message"].startswith("Confirmation link accepted.")
    assert (await http.get("/user", headers=bearer(session))).json()["email"] == ADA
    await make_rows_older()
    assert fragment(await pressed(http, first_mail))["error_code"] == "otp_expired"
    second_replies = [await pressed(http, second_mail) for _ in range(2)]
    tokens = [query(one)["code"] if flow else fragment(one)["refresh_token"] for one in second_replies]
    assert tokens[0] == tokens[1]
    await make_rows_older()
    assert fragment(await pressed(http, second_mail))["error_code"] == "otp_expired"
