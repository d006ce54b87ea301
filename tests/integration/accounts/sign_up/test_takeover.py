"""A stranger signs up with a client's address before, after or during the owner's sign-up. The stranger never gets
access, and the owner's password is set only if it was chosen in the browser that confirms the address."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import UUID

import httpx
import pytest
from pytest_django import Settings

from accounts.api import mail_requests as mail_requests_api
from accounts.api import registration as registration_api
from clients import services as clients
from sync.writes import db_executor
from sync.writes.db_executor import write
from tests.support.accounts.api import PASSWORD, PKCE, VERIFIER, Json, bearer, error_of, fragment, query, rows, sign_in
from tests.support.accounts.google import signed_in
from tests.support.accounts.link_page import pressed
from tests.support.accounts.mailed_sign_up import ADA, sign_up_mail, typed
from tests.support.accounts.takeover import (
    NAMES,
    STRANGERS_PASSWORD,
    STRANGERS_REQUESTS,
    STRANGERS_SIGN_UPS,
    STRANGERS_VERIFIER,
    Act,
    Wire,
    strange_recovery,
    strange_resending,
    strange_sign_up,
    strange_sign_up_in_a_flow,
)
from tests.support.fakes.sandbox import Sandbox
from tests.support.mail.mailbox import Mail, Mailbox

pytestmark = [pytest.mark.django_db(transaction=True, serialized_rollback=True), pytest.mark.usefixtures("by_mail")]


async def exchange_code(http: Wire, mail: Mail, verifier: str = VERIFIER) -> httpx.Response:
    code = query(await http.get(mail.path))["code"]
    return await http.post("/token?grant_type=pkce", json={"auth_code": code, "code_verifier": verifier})


async def assert_owned(http: Wire, session: Json, *, has_password: bool) -> None:
    """Assert that nothing of the stranger is left, and that the owner's password works only if `has_password`."""
    user = (await http.get("/user", headers=bearer(session))).json()
    assert "Mallory" not in str(user)
    assert (user["user_metadata"].get("full_name") == "Ada Lovelace") is has_password
    assert user["app_metadata"].get("needs_password", False) is not has_password
    assert error_of(await sign_in(http, password=STRANGERS_PASSWORD))[1] == "invalid_credentials"
    assert ((await sign_in(http)).status_code == 200) is has_password
    for table in ("one_time_tokens", "pending_sign_ups", "flow_states", "factors"):
        assert await rows(f"SELECT COUNT(*) FROM {table}") == [(0,)], table
    [(user_id, tier)] = await rows("SELECT user_id, subscription_tier FROM clients")
    assert (UUID(str(user_id)), tier) == (UUID(user["id"]), "pro")


@pytest.fixture(autouse=True)
async def waiting_client(http: Wire) -> None:
    """The client row that an admin created for the owner."""
    await write(clients.create_client, company_name="Engines", contact_name="Ada", contact_email=ADA, tier="pro")


@pytest.mark.parametrize("stranger", STRANGERS_REQUESTS)
@pytest.mark.parametrize("point", ["before", "after", "both"])
@pytest.mark.parametrize("way", ["link", "code"])
async def test_the_browser_that_signed_up_keeps_its_password(
    stranger: Act, point: str, way: str, http: Wire, mailbox: Mailbox
) -> None:
    if point != "after":
        await stranger(http)
        await mailbox.mails()
    mail = await sign_up_mail(http, mailbox, **PKCE)
    if point != "before":
        await stranger(http)
    if way == "link":
        reply = await exchange_code(http, mail)
    else:
        reply = await typed(http, mail.code, code_verifier=VERIFIER)
    await assert_owned(http, reply.json(), has_password=True)


@pytest.mark.parametrize("stranger", STRANGERS_REQUESTS)
@pytest.mark.parametrize("point", ["before", "after"])
async def test_a_code_without_a_verifier_sets_no_password_on_a_contested_address(
    stranger: Act, point: str, http: Wire, mailbox: Mailbox
) -> None:
    if point == "before":
        reply = await stranger(http)
        if reply.status_code == 200 and stranger in (strange_recovery, strange_resending):
            await stranger(http)  # this has no effect either, because no account has the address yet
    mails = await mailbox.mails()
    mail = await sign_up_mail(http, mailbox)
    if point == "after":
        await stranger(http)
    is_contested = point == "after" or bool(mails)
    reply = await typed(http, mail.code)
    await assert_owned(http, reply.json(), has_password=not is_contested)


@pytest.mark.parametrize("stranger", STRANGERS_SIGN_UPS)
async def test_the_code_of_the_strangers_mail_sets_no_password(stranger: Act, http: Wire, mailbox: Mailbox) -> None:
    """An owner who gets two mails may type the code of the wrong one."""
    await stranger(http)
    stranger_mail = await mailbox.mail()
    await sign_up_mail(http, mailbox, **PKCE)
    reply = await typed(http, stranger_mail.code, code_verifier=VERIFIER)
    await assert_owned(http, reply.json(), has_password=False)


@pytest.mark.parametrize("stranger", STRANGERS_SIGN_UPS)
async def test_the_link_of_the_strangers_mail_sets_no_password(stranger: Act, http: Wire, mailbox: Mailbox) -> None:
    await stranger(http)
    stranger_mail = await mailbox.mail()
    reply = await http.post("/verify", json={"type": "signup", "token_hash": stranger_mail.link_query["token"]})
    await assert_owned(http, reply.json(), has_password=False)


async def test_opening_the_link_of_a_flow_does_nothing_but_issue_a_code(http: Wire, mailbox: Mailbox) -> None:
    """The owner opens the stranger's link. The code stays in the owner's browser, which does not have its verifier."""
    await strange_sign_up_in_a_flow(http)
    stranger_mail = await mailbox.mail()
    owner_mail = await sign_up_mail(http, mailbox, **PKCE)
    stored = await rows("SELECT * FROM users"), await rows("SELECT user_id FROM clients")
    code = query(await http.get(stranger_mail.path))["code"]
    assert (await rows("SELECT * FROM users"), await rows("SELECT user_id FROM clients")) == stored
    owner_reply = await http.post("/token?grant_type=pkce", json={"auth_code": code, "code_verifier": VERIFIER})
    assert error_of(owner_reply)[1] == "bad_code_verifier"
    await assert_owned(http, (await exchange_code(http, owner_mail)).json(), has_password=True)
    stranger_reply = await http.post(
        "/token?grant_type=pkce", json={"auth_code": code, "code_verifier": STRANGERS_VERIFIER}
    )
    assert error_of(stranger_reply)[1] == "flow_state_not_found"


@pytest.mark.parametrize("stranger", STRANGERS_SIGN_UPS)
@pytest.mark.parametrize("path", ["/recover", "/otp"])
@pytest.mark.parametrize("in_flow", [False, True])
async def test_a_mailed_link_of_another_kind_sets_no_password(
    stranger: Act, path: str, in_flow: bool, http: Wire, mailbox: Mailbox
) -> None:
    await stranger(http)
    await mailbox.mails()
    await http.post(path, json={"email": ADA, **(PKCE if in_flow else {})})
    mail = await mailbox.mail()
    session = (await exchange_code(http, mail)).json() if in_flow else dict(fragment(await pressed(http, mail)))
    user = (await http.get("/user", headers=bearer(session))).json()
    assert user["app_metadata"]["needs_password"] is True
    await assert_owned(http, session, has_password=False)


async def test_a_rejected_request_marks_the_address_as_contested(
    http: Wire, mailbox: Mailbox, settings: Settings
) -> None:
    settings.AUTH_MAIL_COOLDOWN_S = 60
    await strange_sign_up(http)
    mail = await mailbox.mail()
    reply = await http.post("/signup", json={"email": ADA, "password": PASSWORD, "data": NAMES, **PKCE})
    assert error_of(reply)[:2] == (429, "over_email_send_rate_limit")
    await assert_owned(http, (await typed(http, mail.code)).json(), has_password=False)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/signup", {"password": PASSWORD, "data": NAMES}),
        ("/otp", {}),
        ("/recover", {}),
        ("/resend", {"type": "signup"}),
    ],
)
async def test_an_owners_request_during_a_strangers_sign_up_contests_the_address(
    path: str, body: Json, http: Wire, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    """This holds within the mail cool-down too: the owner gets "too soon" while the stranger's code is in the mail."""
    settings.AUTH_MAIL_COOLDOWN_S = 60
    arrived, released = asyncio.Event(), asyncio.Event()
    original_write = db_executor.write

    async def hold_write(service: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if kwargs.get("email") == ADA and not arrived.is_set():
            arrived.set()
            await released.wait()
        return await original_write(service, *args, **kwargs)

    monkeypatch.setattr(registration_api, "write", hold_write)
    monkeypatch.setattr(mail_requests_api, "write", hold_write)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(http.post(path, json={"email": ADA, **body}))
        await arrived.wait()
        await strange_sign_up(http)
        mail = await mailbox.mail()
        released.set()
    await assert_owned(http, (await typed(http, mail.code)).json(), has_password=False)


async def test_google_voids_a_strangers_sign_up(http: Wire, mailbox: Mailbox, fake_providers: Sandbox) -> None:
    for stranger in STRANGERS_SIGN_UPS:
        await stranger(http)
    mails = await mailbox.mails()
    session = await signed_in(http, fake_providers, ADA)
    assert session["user"]["app_metadata"] == {"provider": "google", "providers": ["google"]}
    assert error_of(await sign_in(http, password=STRANGERS_PASSWORD))[1] == "invalid_credentials"
    for mail in mails:
        assert error_of(await typed(http, mail.code))[1] == "otp_expired"
    assert "Mallory" not in str(await rows("SELECT * FROM users"))
    assert await rows("SELECT COUNT(*) FROM pending_sign_ups") == [(0,)]


@pytest.mark.parametrize("stranger", STRANGERS_SIGN_UPS)
async def test_a_code_from_a_browser_without_a_sign_up_sets_no_password(
    stranger: Act, http: Wire, mailbox: Mailbox
) -> None:
    """The owner has requested nothing, so only the stranger's request names the address. Our PWA sends a verifier even
    then."""
    await stranger(http)
    mail = await mailbox.mail()
    reply = await typed(http, mail.code, code_verifier="0f8b2c4d-" * 8)
    await assert_owned(http, reply.json(), has_password=False)


async def test_a_guess_is_compared_with_few_codes_and_always_with_its_browsers_newest(
    http: Wire, mailbox: Mailbox
) -> None:
    """A stranger may request many codes to make a guess likelier to hit, or to push the owner's code out."""
    owner_mail = await sign_up_mail(http, mailbox, **PKCE)
    stranger_mails = []
    for _ in range(4):
        await strange_sign_up_in_a_flow(http)
        stranger_mails.append(await mailbox.mail())
    for mail in stranger_mails[:-1]:
        assert error_of(await typed(http, mail.code, code_verifier=STRANGERS_VERIFIER))[1] == "otp_expired"
    for mail in stranger_mails[:-2]:
        assert error_of(await typed(http, mail.code))[1] == "otp_expired"
    await assert_owned(http, (await typed(http, owner_mail.code, code_verifier=VERIFIER)).json(), has_password=True)
