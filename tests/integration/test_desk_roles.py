"""What is for admins alone: every such door of the path table refuses a client, and every such stream and page of rows."""

import pytest

from tests.integration.test_doors_rules import IN_PATH, RULES, SIGNED_IN, SOME_ID, good_request
from tests.support.portal import Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

# How each door that a client may not use says so. A door that is not here is one that clients use for themselves.
ADMINS_ONLY = {
    "GET /rest/v1/audit_log": "admins_only",
    "GET /rest/v1/installation": "admins_only",
    "PATCH /rest/v1/clients/{client_id}": "admins_only",
    "PATCH /rest/v1/website_settings": "admins_only",
    "POST /rest/v1/client_access": "admins_only",
    "POST /rest/v1/client_imports": "admins_only",
    "POST /rest/v1/client_invitations": "admins_only",
    "POST /rest/v1/client_videos": "admins_only",
    "POST /rest/v1/clients": "admins_only",
    "POST /rest/v1/effect_retries": "admins_only",
    "POST /rest/v1/reports": "admins_only",
    "POST /rest/v1/scan_runs": "admins_only",
    "PUT /rest/v1/client_attention": "admins_only",
}


async def test_every_admins_door_refuses_a_client_and_nothing_happens(portal: Portal) -> None:
    assert {name for name in ADMINS_ONLY if RULES[name] == SIGNED_IN} == set(ADMINS_ONLY)
    async with portal.unchanged():
        for name, code in ADMINS_ONLY.items():
            method, path = name.split()
            request = good_request(portal, method, path)
            reply = await portal.as_("maya").request(method, IN_PATH.sub(SOME_ID, path), **request)
            assert (reply.status_code, reply.json()["code"]) == (403, code), name


@pytest.mark.parametrize("stream", ["w", "c:otto", "u:ana"])
async def test_a_client_follows_and_pages_through_no_stream_but_their_own(stream: str, portal: Portal) -> None:
    kind, _, name = stream.partition(":")
    subject = portal.clients.get(name) if kind == "c" else portal.people[name].id if kind == "u" else None
    s = f"{kind}:{subject}" if subject else kind
    async with portal.unchanged():
        first = await portal.as_("maya").post("/realtime/v1/bootstrap", json={"s": s})
        pages = [
            await portal.as_("maya").get("/realtime/v1/rows", params={"s": s, "tbl": tbl})
            for tbl in ("clients", "admins", "client_attention", "threads", "chatbots")
        ]
    assert {reply.status_code for reply in (first, *pages)} == {404}
