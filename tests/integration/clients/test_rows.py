"""`GET /rest/v1/clients`: a client gets only their own row, and an admin gets all rows by page."""

import pytest
from pytest_django import Settings

from clients import services
from clients.models import Client
from core.clock import iso
from core.ids import uuid7
from sync.writes.db_executor import write
from tests.support.portal.agency import Portal, row, sign_in

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

PATH = "/rest/v1/clients"
NO_ROW = {"data": None, "code": "PGRST116"}


async def test_a_client_gets_their_own_row(portal: Portal) -> None:
    stored_row = await row(Client, id=portal.clients["maya"])
    async with portal.unchanged():
        reply = await portal.as_("maya").get(PATH)
    assert reply.status_code == 200
    assert reply.json() == {
        "data": {
            "id": str(portal.clients["maya"]),
            "v": 2,
            "user_id": str(portal.users["maya"].id),
            "company_name": "Harbor Coffee",
            "contact_name": "Maya Lindqvist",
            "contact_email": "maya@portal.example",
            "phone": "",
            "website_url": None,
            "service_areas": None,
            "subscription_tier": "pro",
            "subscription_status": "active",
            "notify_messages": True,
            "notify_reports": True,
            "ga4_property_id": None,
            "ga4_property_name": None,
            "created_at": iso(stored_row["created_at"]),
            "updated_at": iso(stored_row["updated_at"]),
        },
    }
    [change] = [change for change in await portal.frames("c:maya", 9) if change["tbl"] == "clients"][-1:]
    assert change["row"] == reply.json()["data"]


async def test_a_query_cannot_request_another_clients_row(portal: Portal) -> None:
    for query in ({"id": str(portal.clients["otto"])}, {"user_id": f"eq.{portal.users['otto'].id}"}, {"select": "*"}):
        reply = await portal.as_("maya").get(PATH, params=query)
        assert reply.json()["data"]["id"] == str(portal.clients["maya"])


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({}, ["Quiet Books", "otto's Bikes", "Harbor Coffee"]),
        ({"order": "company_name"}, ["Harbor Coffee", "otto's Bikes", "Quiet Books"]),
    ],
)
async def test_an_admin_gets_all_client_rows_by_page(query: dict[str, str], names: list[str], portal: Portal) -> None:
    await portal.as_("otto").patch(PATH, json={"company_name": "otto's Bikes"})
    async with portal.unchanged():
        all_rows = (await portal.as_("ana").get(PATH, params=query)).json()
        first = (await portal.as_("ana").get(PATH, params=query | {"limit": "2"})).json()
        second = (await portal.as_("ana").get(PATH, params=query | {"limit": "2", "after": first["next"]})).json()
    assert ([one["company_name"] for one in all_rows["rows"]], all_rows["next"]) == (names, None)
    assert (first["rows"] + second["rows"], len(first["rows"]), second["next"]) == (all_rows["rows"], 2, None)
    [pending_client] = [one for one in all_rows["rows"] if one["company_name"] == "Quiet Books"]
    assert (pending_client["user_id"], pending_client["status_source"], pending_client["is_staff"]) == (
        None,
        "billing",
        False,
    )


async def test_an_invalid_page_of_clients_is_rejected(portal: Portal) -> None:
    for query, expected in (
        ({"after": str(uuid7())}, (404, "client_not_found")),
        ({"order": "phone"}, (422, "invalid")),
        ({"limit": "201"}, (422, "invalid")),
    ):
        reply = await portal.as_("ana").get(PATH, params=query)
        assert (reply.status_code, reply.json()["code"]) == expected


async def test_an_admin_who_was_a_client_acts_as_an_admin(portal: Portal) -> None:
    await write(services.create_admin, email="maya@portal.example", name="Maya", password_hash="")
    rows = (await portal.as_("maya").get(PATH)).json()["rows"]
    assert [one["company_name"] for one in rows if one["is_staff"]] == ["Harbor Coffee"]
    await portal.post("maya", "Hello Otto", to="otto")
    message = await portal.post("maya", "A note to myself")
    assert (message["sender_role"], message["sender_name"]) == ("admin", "Maya")


async def test_a_user_without_a_client_row_gets_no_data(portal: Portal, settings: Settings) -> None:
    settings.AUTH_AUTOCONFIRM = True
    for company in ("First Ltd", "Second Ltd"):
        await write(
            services.create_client, company_name=company, contact_name="Ida", contact_email="ida@portal.example"
        )
    body = {"email": "ida@portal.example", "password": "correct horse"}
    assert (await portal.as_(None).post("/auth/v1/signup", json=body)).status_code == 200
    portal.users["ida"] = await sign_in("ida@portal.example")
    ida, maya = portal.as_("ida"), str(portal.clients["maya"])
    async with portal.unchanged():
        assert (await ida.get(PATH)).json() == NO_ROW
        for reply in (
            await ida.post("/rest/v1/messages", json=portal.message()),
            await ida.get("/rest/v1/messages", params={"client_id": maya}),
            await ida.put("/rest/v1/threads", json={"id": maya, "read_to": maya}),
            await ida.post("/realtime/v1/bootstrap", json={"s": f"c:{maya}"}),
            await ida.post("/realtime/v1/bootstrap", json={"s": "w"}),
        ):
            assert reply.status_code == 404
