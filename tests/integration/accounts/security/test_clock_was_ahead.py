"""After the server's clock was ahead, codes, links and signed URLs from then have expired; sessions stay valid."""

from collections.abc import Callable
from datetime import timedelta

import httpx
import pytest
from pytest_django import Settings
from time_machine import Traveller

from tests.integration.accounts.identities.test_google import BAD_STATE
from tests.integration.accounts.sessions.test_refresh import NOT_FOUND, USED, chain
from tests.support.accounts.api import (
    PKCE,
    VERIFIER,
    bearer,
    counts,
    error_of,
    fragment,
    query,
    refresh,
    rows,
    sign_in,
    sign_up,
)
from tests.support.accounts.google import authorization_url
from tests.support.accounts.link_page import press, shown
from tests.support.accounts.mailed_sign_up import ADA, WRONG_CODE, WRONG_LINK, sign_up_mail, typed
from tests.support.accounts.second_factor import answer, challenge, enroll
from tests.support.apps.files import PNG, Sender, signed
from tests.support.fakes.sandbox import Sandbox, path_of, query_of
from tests.support.mail.mailbox import Mailbox
from tests.support.portal.agency import Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

DAY = timedelta(days=1)
BETTER = "a better password"


@pytest.fixture
def set_clock_right(fake_clock: Traveller) -> Callable[[], None]:
    """Moves the clock ahead by a day; the returned function moves it back."""
    fake_clock.shift(DAY)
    return lambda: fake_clock.shift(-DAY)


async def test_a_reused_refresh_token_ends_the_session(
    set_clock_right: Callable[[], None], http: httpx.AsyncClient
) -> None:
    sessions = await chain(http, 2)
    other_session = (await sign_in(http)).json()
    set_clock_right()
    stolen, active = sessions[0]["refresh_token"], sessions[2]["refresh_token"]
    assert error_of(await refresh(http, stolen)) == USED
    assert error_of(await refresh(http, active)) == NOT_FOUND
    assert (await refresh(http, other_session["refresh_token"])).status_code == 200


async def test_the_active_token_and_its_parent_stay_valid(
    set_clock_right: Callable[[], None], http: httpx.AsyncClient
) -> None:
    sessions = await chain(http, 1)
    set_clock_right()
    tokens = [(await refresh(http, session["refresh_token"])).json()["refresh_token"] for session in sessions]
    assert tokens[0] == sessions[1]["refresh_token"]
    assert tokens[1] not in {session["refresh_token"] for session in sessions}


@pytest.mark.parametrize(("ahead_s", "is_valid"), [(600, False), (30, True)], ids=["ahead", "within the tolerance"])
@pytest.mark.usefixtures("storage_folder")
async def test_signed_addresses_have_expired(
    ahead_s: int, is_valid: bool, portal: Portal, fake_clock: Traveller
) -> None:
    """Another server's clock may be ahead a little."""
    url = await Sender(portal.as_("maya")).upload("a.png", PNG)
    body = {"client_id": str(portal.clients["maya"])}
    script = {"embed_url": "<script src='https://chat.example/w.js'></script>"}
    await portal.as_("ana").put("/rest/v1/chatbot_embeds", json=body | script)
    fake_clock.shift(timedelta(seconds=ahead_s))
    addresses = [await signed(portal.as_("maya"), url)]
    for path, key, payload in (
        ("/functions/v1/chatbot-embed-address", "url", body),
        ("/functions/v1/export-data", "address", {}),
    ):
        addresses.append((await portal.as_("maya").post(path, json=payload)).json()[key])
    fake_clock.shift(-timedelta(seconds=ahead_s))
    headers = {"Sec-Fetch-Dest": "iframe"}
    statuses = [(await portal.as_(None).get(address, headers=headers)).status_code for address in addresses]
    assert statuses == ([200, 200, 200] if is_valid else [403, 404, 403])


@pytest.mark.usefixtures("by_mail")
async def test_a_mailed_code_and_its_link_have_expired(
    set_clock_right: Callable[[], None], http: httpx.AsyncClient, mailbox: Mailbox
) -> None:
    mail = await sign_up_mail(http, mailbox)
    set_clock_right()
    before = await counts()
    assert error_of(await typed(http, mail.code)) == WRONG_CODE
    link_reply = await http.post("/verify", json={"type": "signup", "token_hash": mail.link_query["token"]})
    assert error_of(link_reply) == WRONG_LINK
    assert await counts() == before
    assert (await typed(http, (await sign_up_mail(http, mailbox)).code)).status_code == 200


@pytest.mark.usefixtures("by_mail")
async def test_a_second_press_gets_no_session(
    set_clock_right: Callable[[], None], http: httpx.AsyncClient, mailbox: Mailbox
) -> None:
    page = (await shown(http, (await sign_up_mail(http, mailbox)).path)).text
    assert fragment(await press(http, page))["type"] == "signup"
    set_clock_right()
    assert fragment(await press(http, page))["error_code"] == "otp_expired"


@pytest.mark.usefixtures("by_mail")
async def test_the_code_of_a_flow_has_expired(
    set_clock_right: Callable[[], None], http: httpx.AsyncClient, mailbox: Mailbox
) -> None:
    code = query(await http.get((await sign_up_mail(http, mailbox, **PKCE)).path))["code"]
    set_clock_right()
    reply = await http.post("/token?grant_type=pkce", json={"auth_code": code, "code_verifier": VERIFIER})
    assert error_of(reply)[:2] == (422, "flow_state_expired")
    assert (await counts())["sessions"] == 0


async def test_a_challenge_has_expired(set_clock_right: Callable[[], None], http: httpx.AsyncClient) -> None:
    session = await sign_up(http)
    app = await enroll(http, session)
    challenge_id = await challenge(http, session, app.id)
    set_clock_right()
    reply = await answer(http, session, app, app.code(), challenge_id=challenge_id)
    assert error_of(reply)[:2] == (422, "mfa_challenge_expired")
    assert (await answer(http, session, app, app.code())).status_code == 200


async def test_an_authorization_request_has_expired(
    set_clock_right: Callable[[], None], http: httpx.AsyncClient, fake_providers: Sandbox
) -> None:
    callback_url = fake_providers.allow(await authorization_url(http, **PKCE))
    set_clock_right()
    reply = await http.get(path_of(callback_url))
    assert (reply.status_code, query_of(reply.headers["Location"])) == (303, BAD_STATE)
    assert await rows("SELECT COUNT(*) FROM users") == [(0,)]


@pytest.mark.parametrize(
    ("policy", "error_code"),
    [
        ("AUTH_CURRENT_PASSWORD", "current_password_required"),
        ("AUTH_SECURE_PASSWORD_CHANGE", "reauthentication_needed"),
    ],
)
async def test_a_session_from_a_mail_needs_a_proof_for_a_new_password(
    policy: str,
    error_code: str,
    set_clock_right: Callable[[], None],
    http: httpx.AsyncClient,
    mailbox: Mailbox,
    settings: Settings,
) -> None:
    settings.AUTH_CURRENT_PASSWORD = settings.AUTH_SECURE_PASSWORD_CHANGE = False
    setattr(settings, policy, True)
    await sign_up(http)
    await http.post("/recover", json={"email": ADA})
    session = (await typed(http, (await mailbox.mail()).code, type="recovery")).json()
    set_clock_right()
    reply = await http.put("/user", json={"password": BETTER}, headers=bearer(session))
    assert error_of(reply)[:2] == (400, error_code)
    assert (await sign_in(http)).status_code == 200


async def test_a_new_proof_counts_beside_one_that_is_dated_in_the_future(
    set_clock_right: Callable[[], None], http: httpx.AsyncClient, mailbox: Mailbox
) -> None:
    session = await sign_up(http)
    set_clock_right()
    body = {"factor_type": "totp"}
    assert error_of(await http.post("/factors", json=body, headers=bearer(session)))[1] == "reauthentication_needed"
    await http.get("/reauthenticate", headers=bearer(session))
    nonce = (await mailbox.mail()).code
    assert (await http.put("/user", json={"nonce": nonce}, headers=bearer(session))).status_code == 200
    assert (await http.post("/factors", json=body, headers=bearer(session))).status_code == 200
