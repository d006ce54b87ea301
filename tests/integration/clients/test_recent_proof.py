"""Admins' actions that give others access require a proof of identity from the last ten minutes."""

from collections.abc import Awaitable, Callable

import httpx
import pytest
from pytest_django import Settings

from accounts import services as accounts
from accounts.models import Session
from clients import services as clients
from clients.models import AuditEntry
from core.clock import now
from sync.writes.db_executor import read, write
from tests.support.mail.mailbox import Mailbox
from tests.support.portal.agency import Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

Action = Callable[[Portal], Awaitable[httpx.Response]]
PROOF_NEEDED = {
    "code": "reauthentication_needed",
    "message": "This change requires a recent sign-in or reauthentication",
}


async def link_an_account(portal: Portal) -> httpx.Response:
    return await portal.as_("ana").post("/rest/v1/client_links", json={"client_id": str(portal.clients["pending"])})


async def move_the_address_of_a_client_without_account(portal: Portal) -> httpx.Response:
    path = f"/rest/v1/clients/{portal.clients['pending']}"
    return await portal.as_("ana").patch(path, json={"contact_email": "mallory@portal.example"})


async def save_a_script(portal: Portal) -> httpx.Response:
    body = {"client_id": str(portal.clients["maya"]), "embed_url": "<script>1</script>"}
    return await portal.as_("ana").put("/rest/v1/chatbot_embeds", json=body)


ACTIONS: dict[Action, str] = {
    link_an_account: "client.account-linked",
    move_the_address_of_a_client_without_account: "client.edited",
    save_a_script: "embed.saved",
}


@pytest.fixture
async def stale_portal(portal: Portal, mailbox: Mailbox, settings: Settings) -> Portal:
    """The portal after ana's sign-in has expired as a proof, with an account that waits to be linked to a client."""
    settings.AUTH_REAUTHENTICATION_S = 600
    await write(sign_in_seconds_ago, portal, 601)
    email = "pending@portal.example"
    await write(clients.create_client, company_name="Quiet Books II", contact_name="Quinn", contact_email=email)
    await write(accounts.create_confirmed_user, email=email, password_hash="", full_name="Quinn")
    await mailbox.mails()
    return portal


def sign_in_seconds_ago(portal: Portal, seconds: int) -> None:
    for name in ("ana", "maya"):
        session = Session.objects.get(id=portal.users[name].session_id)
        session.amr = [entry | {"timestamp": int(now().timestamp()) - seconds} for entry in session.amr]
        session.save()


@pytest.mark.parametrize("action", ACTIONS)
async def test_an_old_sign_in_needs_a_mailed_code_first(action: Action, stale_portal: Portal, mailbox: Mailbox) -> None:
    async with stale_portal.unchanged():
        reply = await action(stale_portal)
    assert (reply.status_code, reply.json()) == (409, PROOF_NEEDED)
    assert (await stale_portal.as_("ana").get("/auth/v1/reauthenticate")).status_code == 200
    proof = {"nonce": (await mailbox.mail()).code}
    assert (await stale_portal.as_("ana").put("/auth/v1/user", json=proof)).status_code == 200
    assert (await action(stale_portal)).status_code == 200
    entry = await read(lambda: AuditEntry.objects.latest("n"))
    assert (entry.action, entry.actor_id) == (ACTIONS[action], stale_portal.users["ana"].id)


@pytest.mark.parametrize("action", ACTIONS)
async def test_the_proof_of_another_user_does_not_count(action: Action, stale_portal: Portal, mailbox: Mailbox) -> None:
    assert (await stale_portal.as_("maya").get("/auth/v1/reauthenticate")).status_code == 200
    proof = {"nonce": (await mailbox.mail()).code}
    assert (await stale_portal.as_("maya").put("/auth/v1/user", json=proof)).status_code == 200
    assert (await action(stale_portal)).json() == PROOF_NEEDED


@pytest.mark.parametrize("action", ACTIONS)
async def test_a_proof_from_the_future_does_not_count(action: Action, stale_portal: Portal) -> None:
    """The server's clock was two hours ahead when ana signed in, and was corrected since."""
    await write(sign_in_seconds_ago, stale_portal, -7200)
    assert (await action(stale_portal)).json() == PROOF_NEEDED


async def test_a_client_with_an_account_gets_a_new_address_without_a_proof(stale_portal: Portal) -> None:
    """Such an address gives nobody access, because the account is linked by its id."""
    path = f"/rest/v1/clients/{stale_portal.clients['maya']}"
    assert (await stale_portal.as_("ana").patch(path, json={"contact_email": "m2@portal.example"})).status_code == 200


async def test_no_proof_is_required_if_the_settings_have_no_limit(stale_portal: Portal, settings: Settings) -> None:
    settings.AUTH_REAUTHENTICATION_S = 0
    assert (await save_a_script(stale_portal)).status_code == 200
