"""Roles of every endpoint: the admins' endpoints reject a client, and a client cannot find another client's data."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest

from tests.support.apps.files import PNG, TUS, Sender
from tests.support.endpoints import chatbot_requests
from tests.support.endpoints.requests import IN_PATH, SOME_ID, good_request
from tests.support.endpoints.rules import ADMINS, RULES, SIGNED_IN
from tests.support.portal.agency import Json, Portal, sign_in
from tests.support.portal.client_data import ClientData, data_of

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


@dataclass(frozen=True, slots=True)
class Others(ClientData):
    """The data of another client, with an unfinished upload and a session."""

    upload: str
    session: str


PART = {**TUS, "Content-Type": "application/offset+octet-stream", "Upload-Offset": "0"}
# Requests for another client's data: first the value for the path, then the other arguments of the request.
FOREIGN: dict[str, Callable[[Others], tuple[str, Json]]] = {
    "DELETE /rest/v1/messages/{message_id}": lambda it: (it.message["id"], {}),
    "DELETE /rest/v1/push_devices/{device_id}": lambda it: (it.push_device, {}),
    "DELETE /rest/v1/sessions/{session_id}": lambda it: (it.session, {}),
    "DELETE /storage/v1/upload/resumable/{upload_id}": lambda it: (it.upload, {"headers": TUS}),
    "GET /realtime/v1/rows": lambda it: ("", {"params": {"s": f"c:{it.client}", "tbl": "messages"}}),
    "GET /rest/v1/chat_messages": lambda it: ("", {"params": {"conversation_id": it.bot}}),
    "GET /rest/v1/client_videos": lambda it: ("", it.query),
    "GET /rest/v1/messages": lambda it: ("", it.query),
    "GET /rest/v1/messages/search": lambda it: ("", {"params": {"client_id": it.client, "words": "Otto"}}),
    "GET /rest/v1/performance_scores": lambda it: ("", it.query),
    "GET /rest/v1/performance_scores/{score_id}": lambda it: (it.score, {}),
    "GET /rest/v1/report_posters/{report_id}": lambda it: (it.report, {}),
    "GET /rest/v1/reports": lambda it: ("", it.query),
    "GET /rest/v1/scan_tasks": lambda it: ("", it.query),
    "GET /rest/v1/stripe_subscriptions": lambda it: ("", it.query),
    "HEAD /storage/v1/upload/resumable/{upload_id}": lambda it: (it.upload, {"headers": TUS}),
    "PATCH /storage/v1/upload/resumable/{upload_id}": lambda it: (it.upload, {"headers": PART, "content": b"x"}),
    "POST /functions/v1/chatbot-embed-address": lambda it: ("", {"json": {"client_id": it.client}}),
    "POST /functions/v1/create-portal-session": lambda it: ("", {"json": {"clientId": it.client}}),
    "POST /functions/v1/stop-chat-response": lambda it: ("", {"json": {"id": it.question}}),
    "POST /realtime/v1/bootstrap": lambda it: ("", {"json": {"s": f"c:{it.client}"}}),
    "POST /rest/v1/messages": lambda it: ("", {"json": {"id": SOME_ID, "client_id": it.client, "content": "Mine"}}),
    "POST /rest/v1/push_devices/{device_id}/test": lambda it: (it.push_device, {}),
    "POST /rest/v1/report_views": lambda it: ("", {"json": {"report_id": it.report}}),
    "POST /storage/v1/object/sign": lambda it: ("", {"json": {"url": it.message["attachment_url"]}}),
    "PUT /rest/v1/chat_messages/{message_id}/rating": lambda it: (it.chat_reply, {"json": {"rating": "up"}}),
    "PUT /rest/v1/notices": lambda it: ("", {"json": it.notice | {"what": "shown"}}),
    "PUT /rest/v1/subscriptions": lambda it: ("", {"json": {"bot_id": it.bot, "is_active": True}}),
    "PUT /rest/v1/threads": lambda it: ("", {"json": {"id": it.client, "read_to": it.message["id"]}}),
}
# Requests to these endpoints name no row of a client, so users get only their own data.
OWN = {
    "GET /functions/v1/google-properties",
    "GET /rest/v1/client_links",
    "GET /rest/v1/clients",
    "GET /rest/v1/connections",
    "GET /rest/v1/portraits",
    "GET /rest/v1/push_devices",
    "GET /rest/v1/recovery_codes",
    "GET /rest/v1/report_calendar",
    "GET /rest/v1/sessions",
    "GET /rest/v1/stripe_user_subscriptions",
    "PATCH /rest/v1/clients",
    "POST /functions/v1/confirm-checkout",
    "POST /functions/v1/create-checkout-session",
    "POST /functions/v1/create-setup-intent",
    "POST /functions/v1/erase-account",
    "POST /functions/v1/erase-account-code",
    "POST /functions/v1/export-data",
    "POST /functions/v1/google-authorize",
    "POST /functions/v1/google-disconnect",
    "POST /functions/v1/google-exchange",
    "POST /functions/v1/google-property",
    "POST /functions/v1/google-refresh",
    "POST /functions/v1/save-payment-method",
    "POST /functions/v1/stripe-checkout",
    "POST /realtime/v1/reports",
    "POST /rest/v1/onboarding",
    "POST /rest/v1/recovery_codes",
    "POST /storage/v1/upload/resumable",
    "PUT /rest/v1/notice_wishes",
    "PUT /rest/v1/push_devices",
    *(set(chatbot_requests.SIGNED_IN) - set(FOREIGN)),
}
# Not found for the client of the data either: this installation has no payments and the client no embedded page, and an
# unlisted bot is not on the marketplace. The tests of billing and chatbots request them with another client's data.
ABSENT = {
    "POST /functions/v1/chatbot-embed-address",
    "POST /functions/v1/create-portal-session",
    "PUT /rest/v1/subscriptions",
}


def test_every_endpoint_has_a_role() -> None:
    """A new endpoint fails this test until one of the three sets has it."""
    signed_in = {name for name, rule in RULES.items() if rule == SIGNED_IN}
    assert signed_in == ADMINS | set(FOREIGN) | OWN
    assert len(signed_in) == len(ADMINS) + len(FOREIGN) + len(OWN)
    assert [name for name in OWN if "{" in name] == []  # a path with an id names an object


async def test_every_admin_endpoint_rejects_a_client_and_changes_nothing(portal: Portal) -> None:
    async with portal.unchanged():
        for name in sorted(ADMINS):
            method, path = name.split()
            request = good_request(portal, method, path)
            if method in {"GET", "DELETE"}:
                request.pop("json", None)
            reply = await portal.as_("maya").request(method, IN_PATH.sub(SOME_ID, path), **request)
            assert (reply.status_code, reply.json()["code"]) == (403, "admins_only"), name


async def test_another_clients_objects_are_not_found_and_not_changed(storage_folder: Path, portal: Portal) -> None:
    """For their own client, only the requests in ABSENT find nothing."""
    upload = Sender(portal.as_("otto"))
    await upload.begin("later.png", len(PNG))
    url = await Sender(portal.as_("otto")).upload("menu.png", PNG)
    session = await sign_in(portal.users["otto"].email)
    data = await data_of(portal, "otto", "otto", attachment_url=url)
    otto = Others(**asdict(data), upload=str(upload.id), session=str(session.session_id))
    async with portal.unchanged():
        assert await statuses(portal, "maya", otto) == dict.fromkeys(FOREIGN, 404)
    assert (await upload.status()).status_code == 200
    assert {name for name, status in (await statuses(portal, "otto", otto)).items() if status == 404} == ABSENT


async def statuses(portal: Portal, user: str, data: Others) -> dict[str, int]:
    """The status of the response to each request of FOREIGN; the requests that delete an object are the last."""
    results = {}
    for name in sorted(FOREIGN, reverse=True):
        method, path = name.split()
        path_value, request = FOREIGN[name](data)
        reply = await portal.as_(user).request(method, IN_PATH.sub(path_value, path), **request)
        results[name] = reply.status_code
    return results


@pytest.mark.parametrize("stream", ["w", "c:otto", "u:ana", "u:otto"])
async def test_a_client_follows_and_pages_through_no_stream_but_their_own(stream: str, portal: Portal) -> None:
    kind, _, name = stream.partition(":")
    subject = portal.clients.get(name) if kind == "c" else portal.users[name].id if kind == "u" else None
    s = f"{kind}:{subject}" if subject else kind
    async with portal.unchanged():
        bootstrap = await portal.as_("maya").post("/realtime/v1/bootstrap", json={"s": s})
        pages = [
            await portal.as_("maya").get("/realtime/v1/rows", params={"s": s, "tbl": tbl})
            for tbl in ("clients", "admins", "client_attention", "threads", "thread_resolutions", "chatbots")
        ]
    assert {reply.status_code for reply in (bootstrap, *pages)} == {404}
