"""Admin actions: clients are added, edited, activated, deactivated and invited. Each action is audited."""

from base64 import b64encode
from typing import Any

import pytest
from pytest_django import Settings

from accounts.models import User
from clients import services
from clients.models import AuditEntry, Client
from core.ids import uuid7
from mail.models import Mail
from sync.writes.db_executor import read, write
from tests.support.portal.agency import Json, Portal, row

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

CLIENTS, ACCESS = "/rest/v1/clients", "/rest/v1/client_access"
NELL = {"company_name": " Nell's Nails ", "contact_name": "Nell", "contact_email": "nell@nails.example"}


async def audit_entries() -> list[tuple[str, Json]]:
    return list(await read(lambda: list(AuditEntry.objects.order_by("id").values_list("action", "text__detail"))))


async def test_repeated_requests_add_a_client_once(portal: Portal) -> None:
    body = {"id": str(uuid7()), **NELL}
    async with portal.grows({"clients": 1, "audit_log": 1, "w": 1, f"c:{body['id']}": 1}):
        reply = await portal.as_("ana").post(CLIENTS, json=body)
    client = reply.json()
    assert reply.status_code == 201
    assert (client["company_name"], client["user_id"], client["subscription_tier"]) == (
        "Nell's Nails",
        None,
        "basic",
    )
    assert (client["subscription_status"], client["status_source"]) == ("active", "admin")
    async with portal.unchanged():
        repeat = await portal.as_("ana").post(CLIENTS, json=body)
        conflict = await portal.as_("ana").post(CLIENTS, json={**body, "company_name": "Other"})
    assert (repeat.status_code, repeat.json()) == (200, client)
    assert (conflict.status_code, conflict.json()["code"]) == (409, "client_id_taken")


async def test_a_client_is_added_as_inactive_on_request(portal: Portal) -> None:
    post, new_id = portal.as_("ana").post, uuid7()
    body = {"id": str(new_id), **NELL, "subscription_status": "inactive"}
    assert (await post(CLIENTS, json=body)).json()["subscription_status"] == "inactive"
    async with portal.unchanged():
        for status, code in (("inactive", 200), ("active", 409), ("paused", 422)):
            assert (await post(CLIENTS, json=body | {"subscription_status": status})).status_code == code
    await write(services.follow_billing, client_id=new_id, is_paid=True)
    assert (await row(Client, id=new_id))["subscription_status"] == "active"


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("company_name", " \u200b ", "Company name is required"),
        ("contact_name", "", "Contact name is required"),
        ("contact_email", " ", "Contact email is required"),
        ("contact_email", "nell", "Please enter a valid email address"),
        ("contact_email", "nell@nails", "Please enter a valid email address"),
        ("contact_email", "a b@nails.example", "Please enter a valid email address"),
        ("phone", "x" * 41, "At most 40 characters on one line, please"),
        ("company_name", "Two\nlines", "At most 200 characters on one line, please"),
        ("company_name", "Two\u2028lines", "At most 200 characters on one line, please"),
        ("contact_name", "Turned \u202earound", "At most 200 characters on one line, please"),
        ("subscription_tier", "gold", "The tier must be basic, pro or enterprise"),
    ],
)
async def test_an_invalid_field_is_rejected_by_name(field: str, value: str, message: str, portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_("ana").post(CLIENTS, json={"id": str(uuid7()), **NELL, field: value})
    assert (reply.status_code, reply.json()) == (422, {"code": f"bad_{field}", "message": message})


async def test_another_clients_address_is_rejected_with_that_clients_name(portal: Portal) -> None:
    expected = (422, {"code": "bad_contact_email", "message": "Quiet Books has this address already"})
    same_address = {"contact_email": "PENDING@portal.example"}
    maya = f"{CLIENTS}/{portal.clients['maya']}"
    async with portal.unchanged():
        for reply in (
            await portal.as_("ana").post(CLIENTS, json={"id": str(uuid7()), **NELL, **same_address}),
            await portal.as_("ana").patch(maya, json={"phone": "1", **same_address}),
        ):
            assert (reply.status_code, reply.json()) == expected
        file = b64encode(b"company,contact,email\nNew,Nell,Pending@Portal.example\n").decode()
        reply = await portal.as_("ana").post("/rest/v1/client_imports", json={"file": file, "dry_run": False})
    problem = {"row": 2, "field": "contact_email", "message": "Quiet Books has this address already"}
    assert reply.json()["problems"] == [problem]


async def test_a_client_that_shares_an_address_can_be_edited(portal: Portal) -> None:
    """An edit may keep the address or change it to an unused one, and then cannot change it back."""
    email = "pending@portal.example"
    await write(services.create_client, company_name="Quiet Books II", contact_name="Quinn", contact_email=email)
    path = f"{CLIENTS}/{portal.clients['pending']}"
    for fields in (
        {"contact_email": "pending@portal.example", "phone": "1"},
        {"contact_email": "books@portal.example"},
    ):
        assert (await portal.as_("ana").patch(path, json=fields)).status_code == 200
    response = await portal.as_("ana").patch(path, json={"contact_email": "pending@portal.example"})
    assert response.json()["message"] == "Quiet Books II has this address already"


async def test_an_edit_changes_named_fields_and_audits_their_former_values(portal: Portal) -> None:
    path = f"{CLIENTS}/{portal.clients['maya']}"
    fields = {"plan_level": "custom", "website_url": "harbor.example", "phone": ""}
    async with portal.grows({"audit_log": 1, "w": 1, "c:maya": 1}):
        reply = await portal.as_("ana").patch(path, json=fields)
    client = reply.json()
    assert (client["plan_level"], client["website_url"], client["company_name"]) == (
        "custom",
        "https://harbor.example/",
        "Harbor Coffee",
    )
    changes = {"plan_level": "— → custom", "website_url": "— → https://harbor.example/"}
    assert (await audit_entries())[-1] == ("client.edited", {"company": "Harbor Coffee", **changes})
    [change] = await portal.frames("c:maya", 1)
    assert "plan_level" not in change["row"]
    assert "status_source" not in change["row"]
    async with portal.unchanged():
        await portal.as_("ana").patch(path, json=fields)
        assert (await portal.as_("ana").patch(path, json={"website_url": "ftp://x"})).json()[
            "code"
        ] == "bad_website_url"
        assert (await portal.as_("ana").patch(path, json={"is_staff": "true"})).status_code == 422


async def test_access_changes_for_all_clients_or_none_and_can_return_to_billing(portal: Portal) -> None:
    maya, otto = portal.clients["maya"], portal.clients["otto"]
    body: dict[str, Any] = {"client_ids": [str(maya), str(otto)], "status": "inactive"}
    async with portal.grows({"audit_log": 2, "w": 2, "c:maya": 1, "c:otto": 1}):
        reply = await portal.as_("ana").post(ACCESS, json=body)
    assert {one["subscription_status"] for one in reply.json()["rows"]} == {"inactive"}
    # A payment does not give back access that an admin has taken away.
    async with portal.unchanged():
        await write(services.follow_billing, client_id=maya, is_paid=True)
        reply = await portal.as_("ana").post(ACCESS, json={**body, "client_ids": [str(maya), str(uuid7())]})
        assert (reply.status_code, reply.json()["code"]) == (404, "client_not_found")
    async with portal.grows({"audit_log": 2, "w": 2, "c:maya": 1, "c:otto": 1}):
        await portal.as_("ana").post(ACCESS, json={**body, "status": "inactive", "source": "billing"})
    entries = (await portal.as_("ana").get("/rest/v1/audit_log", params={"limit": 1})).json()["rows"]
    assert (entries[0]["action"], entries[0]["detail"]["status_source"]) == ("client.edited", "admin → billing")
    await write(services.follow_billing, client_id=maya, is_paid=True)
    assert (await row(Client, id=maya))["subscription_status"] == "active"
    assert (await row(Client, id=otto))["status_source"] == "billing"


async def test_only_clients_who_have_not_signed_up_get_an_invitation(portal: Portal) -> None:
    body = {"client_id": str(portal.clients["pending"])}
    async with portal.grows({"mails": 1, "effects": 1, "audit_log": 1}):
        reply = await portal.as_("ana").post("/rest/v1/client_invitations", json=body)
    invitation = reply.json()
    assert invitation["sent_to"] == "pending@portal.example"
    assert invitation["link"].endswith(
        "/auth?mode=signup&email=pending%40portal.example&name=Quinn+Adeyemi&company=Quiet+Books"
    )
    assert (await row(Mail))["recipient"] == "pending@portal.example"
    async with portal.unchanged():
        reply = await portal.as_("ana").post(
            "/rest/v1/client_invitations", json={"client_id": str(portal.clients["maya"])}
        )
    assert (reply.status_code, reply.json()["code"]) == (409, "already_signed_up")


async def test_an_invitation_contests_the_address_of_an_unconfirmed_sign_up(portal: Portal, settings: Settings) -> None:
    """A code without a verifier then sets no password, because an invited client cannot tell who requested the mail."""
    settings.AUTH_AUTOCONFIRM = False
    body = {"email": "pending@portal.example", "password": "the stranger's password"}
    assert (await portal.as_(None).post("/auth/v1/signup", json=body)).status_code == 200

    async def is_contested() -> bool:
        return bool(await read(lambda: User.objects.get(email="pending@portal.example").is_contested))

    assert not await is_contested()
    invitation = {"client_id": str(portal.clients["pending"])}
    assert (await portal.as_("ana").post("/rest/v1/client_invitations", json=invitation)).status_code == 200
    assert await is_contested()
