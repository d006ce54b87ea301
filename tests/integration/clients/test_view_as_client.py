"""View as client: an admin loads what the client's own devices load, each view is audited, and only admins may view."""

from pathlib import Path

import pytest

from chatbots import services as chatbots
from clients import services as clients
from core.ids import uuid7
from sync import queries as log
from sync.writes.db_executor import write
from tests.support.apps.files import PNG, Sender
from tests.support.endpoints.requests import IN_PATH, SOME_ID, good_request
from tests.support.endpoints.rules import ADMINS, PUBLIC, RULES, SIGNED_IN
from tests.support.portal.agency import Json, Portal, http_client
from tests.support.sync.device import actor_of
from tests.support.sync.socket import Opener

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

PATH, PAGES = "/rest/v1/client_views", "/realtime/v1/rows"
# Endpoints for the caller's own data, which a view does not have.
ADMINS_OWN = (
    "GET /functions/v1/google-properties",
    "GET /rest/v1/chat_messages",
    "GET /rest/v1/stripe_user_subscriptions",
    *(name for name in RULES if name.partition(" ")[2].startswith(("/rest/v1/sessions", "/rest/v1/recovery_codes"))),
)
READING_POSTS = {"POST /functions/v1/chatbot-embed-address", "POST /storage/v1/object/sign"}
SCRIPT, SHEET = "<script>1</script>", "https://docs.google.com/spreadsheets/d/1/edit"


async def view_token(portal: Portal, client: str = "maya") -> str:
    """The token with which ana views a client."""
    reply = await portal.as_("ana").post(PATH, json={"client_id": str(portal.clients[client])})
    return str(reply.json()["token"])


async def bootstrap_rows(portal: Portal, name: str) -> dict[str, list[Json]]:
    """The rows of this client's stream that the client's own devices hold after a bootstrap."""
    stream = f"c:{portal.clients[name]}"
    first = (await portal.as_(name).post("/realtime/v1/bootstrap", json={"s": stream})).json()
    pages = {
        tbl: await portal.as_(name).get("/realtime/v1/rows", params={"s": stream, "tbl": tbl})
        for tbl in first["tables"]
    }
    return {tbl: page.json()["rows"] for tbl, page in pages.items()}


async def test_an_admin_sees_the_clients_rows_and_each_view_is_audited(portal: Portal) -> None:
    ana, maya = actor_of(portal.users["ana"]), portal.clients["maya"]
    await portal.post("maya", "Hello?")
    await portal.post("ana", "For Otto alone.", to="otto")
    await write(chatbots.save_embed, actor=ana, client_id=maya, embed_url=SCRIPT)
    await write(chatbots.save_sheet, actor=ana, client_id=maya, sheets_url=SHEET)
    draft = {"id": str(uuid7()), "client_id": str(maya), "title": "Not yet", "content": {"text": "Soon"}}
    assert (await portal.as_("ana").post("/rest/v1/reports", json=draft)).status_code == 201
    client_rows = await bootstrap_rows(portal, "maya")
    async with portal.grows({"audit_log": 1}):
        reply = await portal.as_("ana").post(PATH, json={"client_id": str(maya)})
    assert (reply.status_code, reply.headers["Content-Type"]) == (200, "application/json")
    assert reply.json()["rows"] == client_rows
    assert client_rows["reports"] == []
    assert [row["content"] for row in client_rows["messages"]] == ["Hello?"]
    assert "plan_level" not in client_rows["clients"][0]
    entries = (await portal.as_("ana").get("/rest/v1/audit_log", params={"limit": 1})).json()["rows"]
    assert [(one["actor"], one["action"], one["detail"]) for one in entries] == [
        ("Ana Ferreira", "client.viewed", {"company": "Harbor Coffee"})
    ]


@pytest.mark.parametrize(
    ("user", "client", "status", "code"),
    [
        ("maya", "maya", 403, "admins_only"),
        ("maya", "otto", 403, "admins_only"),
        ("ana", None, 404, "client_not_found"),
    ],
)
async def test_only_admins_view_and_only_existing_clients(
    user: str, client: str | None, status: int, code: str, portal: Portal
) -> None:
    client_id = str(portal.clients[client]) if client else str(uuid7())
    async with portal.unchanged():
        reply = await portal.as_(user).post(PATH, json={"client_id": client_id})
    assert (reply.status_code, reply.json()["code"]) == (status, code)


async def test_a_view_token_cannot_write_or_use_admin_endpoints(portal: Portal, sockets: Opener) -> None:
    token = await view_token(portal)
    async with portal.unchanged(), http_client(token) as http:
        for name, rule in RULES.items():
            method, path = name.split()
            if rule == PUBLIC:
                continue
            request = good_request(portal, method, path)
            if method == "GET":
                request.pop("json", None)
            reply = await http.request(method, IN_PATH.sub(SOME_ID, path), **request)
            if rule != SIGNED_IN:
                assert (reply.status_code, reply.json()["error_code"]) == (403, "bad_jwt"), name
            elif name in ADMINS_OWN:
                assert (reply.status_code, reply.json()["code"]) == (401, "not_signed_in"), name
            elif method not in {"GET", "HEAD"} and name not in READING_POSTS:
                assert (reply.status_code, reply.json()["code"]) == (403, "look_only"), name
            elif name in ADMINS:
                assert (reply.status_code, reply.json()["code"]) == (403, "admins_only"), name
            else:
                assert reply.status_code in {200, 404}, name
        device = sockets(token)
        await device.open()
        device.send("hello", **device.greeting())
        assert await device.close_code() == 4401


async def test_a_view_has_the_clients_rows_and_ends_with_the_admins_session(portal: Portal) -> None:
    await portal.post("maya", "Hello?")
    await portal.post("otto", "For you alone", to="otto")
    async with http_client(await view_token(portal)) as http:
        own = (await http.get("/rest/v1/clients")).json()["data"]
        assert own == (await portal.as_("maya").get("/rest/v1/clients")).json()["data"]
        for client, status in (("maya", 200), ("otto", 404)):
            params = {"client_id": str(portal.clients[client])}
            assert (await http.get("/rest/v1/messages", params=params)).status_code == status
        assert (await portal.as_("ana").post("/auth/v1/logout")).status_code == 204
        assert (await http.get("/rest/v1/clients")).status_code == 401


async def test_a_view_is_read_in_pages_and_only_of_the_viewed_client(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in ("One", "Two", "Three"):
        await portal.post("maya", text)
    await portal.post("otto", "For you alone", to="otto")
    client_rows = await bootstrap_rows(portal, "maya")
    monkeypatch.setattr(log, "PAGE_ROWS", 2)
    reply = (await portal.as_("ana").post(PATH, json={"client_id": str(portal.clients["maya"])})).json()
    first = client_rows["messages"][:2]
    assert (reply["rows"], reply["next"]) == (client_rows | {"messages": first}, {"messages": first[-1]["id"]})
    own, others = f"c:{portal.clients['maya']}", f"c:{portal.clients['otto']}"
    rest = {"tbl": "messages", "after": reply["next"]["messages"]}
    async with http_client(reply["token"]) as http:
        page = (await http.get(PAGES, params=rest | {"s": own})).json()
        assert (page["rows"], page["next"]) == (client_rows["messages"][2:], None)
        for stream in (others, "w", f"u:{portal.users['maya'].id}", f"u:{portal.users['ana'].id}"):
            response = await http.get(PAGES, params=rest | {"s": stream})
            assert (response.status_code, response.json()["code"]) == (404, "stream_not_found")
        await write(clients.remove_admin, may_be_last=True, email=portal.users["ana"].email)
        assert (await http.get(PAGES, params=rest | {"s": own})).status_code == 404


async def test_a_view_opens_no_file_that_only_the_admin_has(storage_folder: Path, portal: Portal) -> None:
    url = await Sender(portal.as_("ana")).upload("draft.png", PNG)
    assert (await portal.as_("ana").post("/storage/v1/object/sign", json={"url": url})).status_code == 200
    token = await view_token(portal)
    async with portal.unchanged(), http_client(token) as http:
        reply = await http.post("/storage/v1/object/sign", json={"url": url})
    assert (reply.status_code, reply.json()["code"]) == (404, "file_not_found")


async def test_a_view_finds_no_upload_of_the_admin(storage_folder: Path, portal: Portal) -> None:
    upload = Sender(portal.as_("ana"))
    assert (await upload.begin("draft.png", len(PNG))).status_code == 201
    token = await view_token(portal)
    async with portal.unchanged(), http_client(token) as http:
        assert (await Sender(http, id=upload.id).status()).status_code == 404
    assert (await upload.status()).status_code == 200
