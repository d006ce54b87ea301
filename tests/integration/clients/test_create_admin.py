"""`manage.py create_admin EMAIL`: the new admin, their former client row, and the audit log."""

import asyncio
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from clients.models import Admin, AuditEntry, Client
from sync.writes.db_executor import read
from tests.support.accounts.api import PKCE, VERIFIER, query, rows
from tests.support.mail.mailbox import Mailbox
from tests.support.portal.agency import Portal, row

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

NEW_ADMIN_ROWS = {"users": 1, "identities": 1, "admins": 1}


async def create_admin(*arguments: str) -> list[str]:
    """The lines that the command printed."""
    out = StringIO()
    await asyncio.to_thread(call_command, "create_admin", *arguments, stdout=out)
    return out.getvalue().splitlines()


async def audit_details(email: str) -> list[tuple[object, object]]:
    """The actor and the detail of each audit entry about this admin's creation."""
    entries = AuditEntry.objects.filter(action="admin.created", text__email=email)
    return await read(lambda: list(entries.values_list("actor_id", "text__detail")))


async def can_sign_in(portal: Portal, email: str, password: str) -> bool:
    body = {"email": email, "password": password}
    reply = await portal.as_(None).post("/auth/v1/token?grant_type=password", json=body)
    return reply.status_code == 200


async def test_a_new_admin_gets_an_account_and_no_client_row(portal: Portal) -> None:
    growth = NEW_ADMIN_ROWS | {"audit_log": 3, "w": 2}
    async with portal.grows(growth):
        message, password = await create_admin("Bea@portal.example", "--name", "Bea Ito")
        admin = await row(Admin, email="bea@portal.example")
        [subject] = await read(
            lambda: list(AuditEntry.objects.filter(actor_id=admin["user_id"]).values_list("subject"))
        )
        growth |= {f"u:{admin['user_id']}": 2, f"c:{subject[0]}": 1}
    assert (message, admin["name"], admin["role"]) == ("Bea@portal.example is an admin.", "Bea Ito", "admin")
    assert await audit_details("bea@portal.example") == [(None, {})]
    assert await read(lambda: AuditEntry.objects.filter(action="client.removed", subject=subject[0]).count()) == 1
    label, _, secret = password.partition(": ")
    assert (label, len(secret) >= 16) == ("Password", True)
    assert await can_sign_in(portal, "bea@portal.example", secret)
    frames = [change for change in await portal.frames("w", 2) if change["tbl"] == "admins"]
    assert [change["row"]["email"] for change in frames] == ["bea@portal.example"]


async def test_a_given_password_is_not_printed(portal: Portal) -> None:
    assert await create_admin("bea@portal.example", "--password", "battery staple") == [
        "bea@portal.example is an admin."
    ]
    assert await can_sign_in(portal, "bea@portal.example", "battery staple")
    assert (await row(Admin, email="bea@portal.example"))["name"] == "bea"


async def test_a_client_becomes_staff_and_loses_their_stream(portal: Portal) -> None:
    growth = {"admins": 1, "audit_log": 2, "w": 2, "c:maya": 2, "u:maya": 1}
    async with portal.grows(growth):
        assert await create_admin("maya@portal.example", "--name", "Maya") == ["maya@portal.example is an admin."]
    assert (await row(Client, id=portal.clients["maya"]))["is_staff"] is True
    membership_change = (await portal.frames("c:maya", 9))[-1]
    maya = str(portal.users["maya"].id)
    assert membership_change == {"tbl": "", "op": "m", "row": {"what": "lost", "user": maya, "session": None}}
    reply = await portal.as_("maya").post("/realtime/v1/bootstrap", json={"s": f"c:{portal.clients['maya']}"})
    assert reply.status_code == 404
    assert (await portal.as_("maya").post("/realtime/v1/bootstrap", json={"s": "w"})).status_code == 200


async def test_a_client_with_the_new_admins_address_keeps_its_thread(portal: Portal) -> None:
    message = await portal.post("ana", "Welcome", to="pending")
    await create_admin("pending@portal.example", "--name", "Quinn")
    client = await row(Client, id=portal.clients["pending"])
    admin = await row(Admin, email="pending@portal.example")
    assert (client["is_staff"], client["user_id"]) == (True, admin["user_id"])
    page = await portal.as_("ana").get("/rest/v1/messages", params={"client_id": str(client["id"])})
    assert page.json()["rows"] == [message]


@pytest.mark.parametrize("email", ["ana@portal.example", "ANA@Portal.Example"])
async def test_a_repeat_changes_nothing(email: str, portal: Portal) -> None:
    async with portal.unchanged():
        assert await create_admin(email, "--name", "Somebody else", "--password", "battery staple") == [
            f"{email} is an admin."
        ]


@pytest.mark.parametrize("email", ["bea@portal.example", "maya@portal.example"])
async def test_concurrent_commands_create_one_admin(email: str, portal: Portal) -> None:
    """This holds for a new user and for an existing one."""
    await asyncio.gather(*(create_admin(email) for _ in range(4)))
    assert await read(lambda: Admin.objects.filter(email=email).count()) == 1
    assert len(await audit_details(email)) == 1


async def test_a_strangers_pending_sign_up_leaves_nothing_in_the_admins_account(
    portal: Portal, settings: Settings, mailbox: Mailbox
) -> None:
    """A stranger can sign up with the address of a future admin, but cannot confirm it."""
    settings.AUTH_AUTOCONFIRM, settings.AUTH_MAIL_COOLDOWN_S = False, 0
    stranger = portal.as_(None)
    body = {"email": "bea@portal.example", "password": "the stranger's password", "data": {"full_name": "Mallory"}}
    for flow in ({}, PKCE):
        assert (await stranger.post("/auth/v1/signup", json=body | flow)).status_code == 200
    without_flow, in_flow = await mailbox.mails()
    auth_code = query(await stranger.get(f"/auth/v1{in_flow.path}"))["code"]
    message, password = await create_admin("Bea@portal.example", "--name", "Bea Ito")
    assert message == "Bea@portal.example is an admin."
    assert await can_sign_in(portal, "bea@portal.example", password.removeprefix("Password: "))
    assert not await can_sign_in(portal, "bea@portal.example", "the stranger's password")
    for mail in (without_flow, in_flow):
        code_body = {"type": "signup", "email": "bea@portal.example", "token": mail.code, "code_verifier": VERIFIER}
        for credentials in (code_body, {"type": "signup", "token_hash": mail.link_query["token"]}):
            reply = await stranger.post("/auth/v1/verify", json=credentials)
            assert (reply.status_code, reply.json()["error_code"]) == (403, "otp_expired")
    exchange = {"auth_code": auth_code, "code_verifier": VERIFIER}
    reply = await stranger.post("/auth/v1/token?grant_type=pkce", json=exchange)
    assert (reply.status_code, reply.json()["error_code"]) == (404, "flow_state_not_found")
    for table in ("one_time_tokens", "pending_sign_ups", "flow_states"):
        assert await rows(f"SELECT COUNT(*) FROM {table}") == [(0,)], table
    assert "Mallory" not in str(await rows("SELECT * FROM users") + await rows("SELECT * FROM identities"))
    assert await create_admin("bea@portal.example") == ["bea@portal.example is an admin."]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bea"], "Unable to validate email address: invalid format"),
        ([""], "Unable to validate email address: invalid format"),
        (["bea@portal"], "Unable to validate email address: invalid format"),
        ([" bea@portal.example"], "Unable to validate email address: invalid format"),
        (["x" * 250 + "@portal.example"], "Unable to validate email address: invalid format"),
        (["bea@portal.example", "--password", "12345"], "Password should be at least 6 characters."),
        (
            ["bea@portal.example", "--password", "admin-2026"],
            "Password is known to be weak and easy to guess, please choose a different one.",
        ),
        (["bea@portal.example", "--password", "x" * 73], "Password cannot be longer than 72 characters"),
    ],
)
async def test_a_bad_argument_is_rejected_with_a_clear_message(
    arguments: list[str], message: str, portal: Portal
) -> None:
    async with portal.unchanged():
        with pytest.raises(CommandError) as error:
            await create_admin(*arguments)
    assert str(error.value) == message
