"""A user confirms an address: one waiting client is linked, several wait for an admin, none leads to a new client."""

import asyncio
from uuid import UUID

import pytest
from pytest_django import Settings

from clients import services
from clients.models import Attention, AuditEntry, Client
from clients.tasks import attention_worker
from core.clock import iso
from core.ids import uuid7
from sync.writes.db_executor import read, write
from tests.support.portal.agency import Json, Portal, row, sign_in

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

PATH = "/auth/v1/signup"
SIGN_UP_ROWS = {"users": 1, "identities": 1, "sessions": 1, "refresh_tokens": 1}
NAMES = {"full_name": "Quinn Adeyemi", "company_name": "Quinn & Daughters"}


@pytest.fixture(autouse=True)
def autoconfirm(settings: Settings) -> None:
    settings.AUTH_AUTOCONFIRM = True


async def sign_up(portal: Portal, email: str, **names: object) -> Json:
    body = {"email": email, "password": "correct horse", "data": names}
    reply = await portal.as_(None).post(PATH, json=body)
    assert reply.status_code == 200, reply.text
    return dict(reply.json()["user"])


async def audit_entries(user_id: str) -> list[tuple[str, str]]:
    entries = AuditEntry.objects.filter(actor_id=UUID(user_id)).order_by("at").values_list("action", "subject")
    return await read(lambda: list(entries))


@pytest.mark.parametrize("email", ["pending@portal.example", "Pending@Portal.EXAMPLE"])
async def test_one_waiting_client_is_linked_and_keeps_its_values(email: str, portal: Portal) -> None:
    message = await portal.post("ana", "Welcome, Quinn", to="pending")
    before = await row(Client, id=portal.clients["pending"])
    growth = SIGN_UP_ROWS | {"audit_log": 1, "w": 1, "c:pending": 1}
    async with portal.grows(growth):
        user = await sign_up(portal, email, **NAMES)
        growth[f"u:{user['id']}"] = 1
    after = await row(Client, id=portal.clients["pending"])
    assert str(after["user_id"]) == user["id"]
    changed_columns = {"user_id", "v", "updated_at"}
    assert {column: value for column, value in after.items() if column not in changed_columns} == {
        column: value for column, value in before.items() if column not in changed_columns
    }
    assert (after["v"], after["subscription_tier"], after["subscription_status"]) == (2, "basic", "active")
    assert await audit_entries(user["id"]) == [("client.linked", str(after["id"]))]
    for stream in ("w", "c:pending"):
        [change] = await portal.frames(stream, 1)
        assert (change["tbl"], change["op"], change["row"]["user_id"]) == ("clients", "u", user["id"])
        assert change["row"]["updated_at"] == iso(after["updated_at"])
    [membership_change] = await portal.frames(f"u:{user['id']}", 1)
    assert membership_change == {"tbl": "", "op": "m", "row": {"what": "gained", "user": user["id"], "session": None}}
    portal.users["quinn"] = await sign_in("pending@portal.example")
    page = await portal.as_("quinn").get("/rest/v1/messages", params={"client_id": str(after["id"])})
    assert page.json()["rows"] == [message]


async def test_sign_up_links_no_client_if_several_wait(portal: Portal) -> None:
    await write(
        services.create_client,
        company_name="Quiet Books II",
        contact_name="Quinn",
        contact_email="PENDING@portal.example",
    )
    clients_before = await read(lambda: list(Client.objects.order_by("id").values()))
    async with portal.grows(SIGN_UP_ROWS | {"audit_log": 1}):
        user = await sign_up(portal, "pending@portal.example", **NAMES)
    assert await read(lambda: list(Client.objects.order_by("id").values())) == clients_before
    assert await audit_entries(user["id"]) == [("client.link-undecided", user["id"])]


@pytest.mark.parametrize(
    ("names", "company", "contact"),
    [
        ({"full_name": " Ida Roe ", "company_name": "Roe & Sons"}, "Roe & Sons", "Ida Roe"),
        ({"full_name": "Ida Roe"}, "Ida Roe", "Ida Roe"),
        ({"company_name": "Roe & Sons"}, "Roe & Sons", "ida@portal.example"),
        ({}, "ida@portal.example", "ida@portal.example"),
        ({"full_name": 5, "company_name": ["x"]}, "ida@portal.example", "ida@portal.example"),
        ({"full_name": "x" * 300, "company_name": "a\nb"}, "a b", "x" * 200),
        ({"full_name": "\u2800", "company_name": "\u3164"}, "ida@portal.example", "ida@portal.example"),
        ({"full_name": "Ida Roe", "company_name": "\u115f\ufe0f"}, "Ida Roe", "Ida Roe"),
    ],
)
async def test_sign_up_creates_a_client_if_none_waits(
    names: dict[str, object], company: str, contact: str, portal: Portal
) -> None:
    growth = SIGN_UP_ROWS | {"clients": 1, "audit_log": 1, "w": 1}
    async with portal.grows(growth):
        user = await sign_up(portal, "Ida@portal.example", **names)
        client = await row(Client, contact_email="ida@portal.example")
        growth |= {f"u:{user['id']}": 1, f"c:{client['id']}": 1}
    assert (client["company_name"], client["contact_name"]) == (company, contact)
    assert (str(client["user_id"]), client["subscription_tier"], client["subscription_status"]) == (
        user["id"],
        "basic",
        "inactive",
    )
    assert (client["is_staff"], client["v"]) == (False, 1)
    assert await audit_entries(user["id"]) == [("client.created", str(client["id"]))]


async def test_a_linked_client_is_not_linked_again(portal: Portal) -> None:
    """A client row of another user is not linked, although it has this address."""
    await write(
        services.create_client,
        company_name="Taken Ltd",
        contact_name="Ida",
        contact_email="ida@portal.example",
        user_id=portal.users["ana"].id,
    )
    linked_client = await row(Client, company_name="Taken Ltd")
    user = await sign_up(portal, "ida@portal.example")
    assert await row(Client, company_name="Taken Ltd") == linked_client
    assert (await row(Client, user_id=user["id"]))["company_name"] == "ida@portal.example"


@pytest.mark.parametrize("email", ["pendin_@portal.example", "%@portal.example", "ending@portal.example"])
async def test_an_address_is_not_used_as_a_pattern(email: str, portal: Portal) -> None:
    await sign_up(portal, email)
    assert (await row(Client, id=portal.clients["pending"]))["user_id"] is None


async def test_concurrent_sign_ups_link_one_user(portal: Portal) -> None:
    body = {"email": "pending@portal.example", "password": "correct horse", "data": NAMES}
    growth = SIGN_UP_ROWS | {"audit_log": 1, "w": 1, "c:pending": 1}
    async with portal.grows(growth):
        replies = await asyncio.gather(*(portal.as_(None).post(PATH, json=body) for _ in range(8)))
        assert sorted(reply.status_code for reply in replies) == [200] + [422] * 7
        [user] = [reply.json()["user"] for reply in replies if reply.status_code == 200]
        growth[f"u:{user['id']}"] = 1
    assert str((await row(Client, id=portal.clients["pending"]))["user_id"]) == user["id"]


async def test_an_unconfirmed_address_links_nothing(portal: Portal, settings: Settings) -> None:
    settings.AUTH_AUTOCONFIRM = False
    async with portal.grows(
        {
            "users": 1,
            "identities": 1,
            "mails": 1,
            "effects": 1,
            "one_time_tokens": 1,
            "limit_counters": 1,
            "pending_sign_ups": 1,
        }
    ):
        reply = await portal.as_(None).post(PATH, json={"email": "pending@portal.example", "password": "correct horse"})
        assert "access_token" not in reply.json()
    assert (await row(Client, id=portal.clients["pending"]))["user_id"] is None


LINKS = "/rest/v1/client_links"
NO_ACCOUNT = "No account waits for this client: nobody has signed up and confirmed its address"


async def client_named(company: str, email: str) -> UUID:
    client = await write(services.create_client, company_name=company, contact_name="Quinn", contact_email=email)
    return client.id


async def create_second_client(portal: Portal) -> UUID:
    """Create a second client with the waiting one's address, and sign `quinn` up with it. Returns the user's id."""
    portal.clients["second"] = await client_named("Quiet Books II", "PENDING@portal.example")
    user = await sign_up(portal, "pending@portal.example", **NAMES)
    portal.users["quinn"] = await sign_in("pending@portal.example")
    return UUID(user["id"])


async def reasons(portal: Portal) -> dict[str, list[str]]:
    """The texts of the attention reasons, by client name."""
    await read(attention_worker.update_attention)
    names = {id: name for name, id in portal.clients.items()}
    rows = await read(lambda: list(Attention.objects.all()))
    return {names[row.id]: [reason["text"] for reason in row.reasons] for row in rows}


async def test_an_admin_sees_waiting_accounts_and_links_one_to_a_chosen_client(portal: Portal) -> None:
    user_id = await create_second_client(portal)
    assert await reasons(portal) == {name: ["signed up, not linked"] for name in ("pending", "second")}
    quinn, ana, body = portal.as_("quinn"), portal.as_("ana"), {"client_id": str(portal.clients["second"])}
    assert (await quinn.get(LINKS)).json() == {"is_waiting": True}
    assert [(await portal.as_(name).get(LINKS)).json()["is_waiting"] for name in ("maya", "ana")] == [False, False]
    async with portal.grows({"audit_log": 1, "w": 1, "c:second": 1, "u:quinn": 1}):
        reply = await ana.post(LINKS, json=body)
    assert (reply.status_code, reply.json()["user_id"]) == (200, str(user_id))
    assert (await quinn.get("/rest/v1/clients")).json()["data"]["company_name"] == "Quiet Books II"
    assert (await quinn.get(LINKS)).json() == {"is_waiting": False}
    assert await reasons(portal) == {
        "pending": ["same address as Quiet Books II"],
        "second": ["same address as Quiet Books"],
    }
    await ana.patch(f"/rest/v1/clients/{portal.clients['pending']}", json={"contact_email": "books@portal.example"})
    assert await reasons(portal) == {}
    async with portal.unchanged():
        for client_id, status, code in (
            (portal.clients["second"], 409, "already_signed_up"),
            (portal.clients["pending"], 404, "no_account"),
            (uuid7(), 404, "client_not_found"),
        ):
            reply = await ana.post(LINKS, json={"client_id": str(client_id)})
            assert (reply.status_code, reply.json()["code"]) == (status, code)


async def test_an_unconfirmed_account_does_not_wait_and_cannot_be_linked(portal: Portal, settings: Settings) -> None:
    settings.AUTH_AUTOCONFIRM = False
    portal.clients["second"] = await client_named("Quiet Books II", "pending@portal.example")
    await portal.as_(None).post(PATH, json={"email": "pending@portal.example", "password": "correct horse"})
    assert await reasons(portal) == {
        "pending": ["same address as Quiet Books II"],
        "second": ["same address as Quiet Books"],
    }
    async with portal.unchanged():
        reply = await portal.as_("ana").post(LINKS, json={"client_id": str(portal.clients["second"])})
        assert (reply.status_code, reply.json()["message"]) == (404, NO_ACCOUNT)


async def test_an_admin_is_not_linked_to_clients_with_the_same_address(portal: Portal) -> None:
    for company in ("One", "Two"):
        portal.clients[company] = await client_named(company, "ana@portal.example")
    async with portal.unchanged():
        reply = await portal.as_("ana").post(LINKS, json={"client_id": str(portal.clients["One"])})
    assert (reply.status_code, reply.json()["code"]) == (404, "no_account")
    assert await reasons(portal) == {"One": ["same address as Two"], "Two": ["same address as One"]}
