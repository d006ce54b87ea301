"""The embedded chatbot of a client: which users get it, which scripts are rejected, and how long its URL is valid."""

import re

import pytest

from chatbots.embeds import embed_page
from clients.models import AuditEntry
from core.ids import uuid7
from sync.writes.db_executor import read
from tests.support.portal.agency import Json, Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

EMBEDS, SHEETS, EMBED_ADDRESS = (
    "/rest/v1/chatbot_embeds",
    "/rest/v1/chat_histories",
    "/functions/v1/chatbot-embed-address",
)
SCRIPT = "<script src='https://chat.example/w.js'></script>"
IN_A_FRAME = {"Sec-Fetch-Dest": "iframe"}
BAD_SCRIPT = {
    "code": "bad_script",
    "message": "Invalid script tag. Please include both opening and closing script tags.",
}
BAD_SHEET = {
    "code": "bad_sheet",
    "message": "Invalid Google Sheets URL. Please provide a valid Google Sheets URL.",
}


def embed_body(portal: Portal, script: str = SCRIPT, client: str = "maya") -> Json:
    return {"client_id": str(portal.clients[client]), "embed_url": script}


def sheet_body(portal: Portal, url: str) -> Json:
    return {"client_id": str(portal.clients["maya"]), "sheets_url": url}


async def embed_url(portal: Portal, user: str, client: str = "maya") -> str:
    reply = await portal.as_(user).post(EMBED_ADDRESS, json={"client_id": str(portal.clients[client])})
    assert reply.status_code == 200, reply.text
    return str(reply.json()["url"])


async def test_a_script_is_stored_and_each_change_is_audited(portal: Portal) -> None:
    ana = portal.as_("ana")
    async with portal.grows({"chatbot_embeds": 1, "audit_log": 1, "c:maya": 1, "w": 1}):
        assert (await ana.put(EMBEDS, json=embed_body(portal, f" {SCRIPT}\n"))).json()["embed_url"] == SCRIPT
    async with portal.unchanged():
        assert (await ana.put(EMBEDS, json=embed_body(portal))).status_code == 200
    new_script = "<p>Hi</p><script>settings = {}</script><SCRIPT async>document.write('<script>')</Script >"
    async with portal.grows({"audit_log": 1, "c:maya": 1, "w": 1}):
        assert (await ana.put(EMBEDS, json=embed_body(portal, new_script))).json()["embed_url"] == new_script
    details = await read(
        lambda: list(
            AuditEntry.objects.filter(action="embed.saved").order_by("id").values_list("text__detail", flat=True)
        )
    )
    assert details == [{"before": ""}, {"before": SCRIPT}]


@pytest.mark.parametrize(
    "script",
    [
        "",
        "https://chat.example",
        "<script src='https://chat.example'>",
        "</script>",
        "<scrip></scrip>",
        "</script><script>",
        "</script><script>1</script>",
        "<script>1</script><script>2",
        "<!-- <script></script> -->",
        "<script>1</scripted>",
    ],
)
async def test_text_without_a_script_tag_is_rejected(script: str, portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_("ana").put(EMBEDS, json=embed_body(portal, script))
    assert (reply.status_code, reply.json()) == (422, BAD_SCRIPT)


@pytest.mark.parametrize(
    "url",
    [
        "https://docs.google.com/spreadsheets/d/abc/edit#gid=7",
        " https://docs.google.com/spreadsheets/u/0/d/abc/edit?usp=sharing ",
        "https://docs.google.com/spreadsheets/d/e/abc/pubhtml",
    ],
)
async def test_a_sheet_of_google_is_stored(url: str, portal: Portal) -> None:
    async with portal.grows({"chat_histories": 1, "audit_log": 1, "c:maya": 1, "w": 1}):
        reply = await portal.as_("ana").put(SHEETS, json=sheet_body(portal, url))
    assert reply.json()["sheets_url"] == url.strip()
    async with portal.unchanged():
        assert (await portal.as_("ana").put(SHEETS, json=sheet_body(portal, url))).json() == reply.json()


@pytest.mark.parametrize(
    "url",
    [
        "",
        "not an address",
        "http://docs.google.com/spreadsheets/d/abc",
        "https://docs.google.com/document/d/abc",
        "https://docs.google.com.evil.example/spreadsheets/d/abc",
        "https://evil.example/docs.google.com/spreadsheets/d/abc",
        "https://docs.google.com@evil.example/spreadsheets/d/abc",
        "https://evil.example#https://docs.google.com/spreadsheets/",
        "https://docs.google.com:8443/spreadsheets/d/abc",
        "https://docs.google.com/spreadsheets/../forms/d/e/abc/viewform",
        "https://docs.google.com/spreadsheets/d/../../forms/d/abc",
        "https://docs.google.com/spreadsheets/%2e%2E/forms/d/abc",
        "https://docs.google.com/spreadsheets/./d/abc",
        "https://docs.google.com/spreadsheets/..\\forms/d/abc",
        "javascript:alert('docs.google.com/spreadsheets/')",
        "https://[docs.google.com/spreadsheets/d/abc",
    ],
)
async def test_a_url_that_only_resembles_a_sheet_is_rejected(url: str, portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_("ana").put(SHEETS, json=sheet_body(portal, url))
    assert (reply.status_code, reply.json()) == (422, BAD_SHEET)


async def test_the_page_runs_the_script_in_an_origin_of_its_own(portal: Portal) -> None:
    await portal.as_("ana").put(EMBEDS, json=embed_body(portal))
    page = await portal.as_(None).get(await embed_url(portal, "maya"), headers=IN_A_FRAME)
    assert (page.status_code, SCRIPT in page.text) == (200, True)
    policy = page.headers["Content-Security-Policy"]
    assert policy.startswith("sandbox allow-scripts allow-forms allow-popups; default-src 'none'; ")
    assert "allow-same-origin" not in policy
    assert "frame-ancestors 'self'" in policy
    assert "Set-Cookie" not in page.headers


@pytest.mark.parametrize("dest", [None, "document", "embed", "empty"])
async def test_a_stored_script_is_served_only_inside_a_frame(dest: str | None, portal: Portal) -> None:
    await portal.as_("ana").put(EMBEDS, json=embed_body(portal))
    headers = {} if dest is None else {"Sec-Fetch-Dest": dest}
    page = await portal.as_(None).get(await embed_url(portal, "maya"), headers=headers)
    assert (page.status_code, "This chat opens inside the dashboard." in page.text) == (403, True)
    assert "<script" not in page.text


async def test_only_the_clients_users_and_admins_get_the_embed_url(portal: Portal) -> None:
    await portal.as_("ana").put(EMBEDS, json=embed_body(portal))
    assert (await portal.as_(None).get(await embed_url(portal, "ana"), headers=IN_A_FRAME)).status_code == 200
    body = {"client_id": str(portal.clients["maya"])}
    unknown_client = {"client_id": str(uuid7())}
    async with portal.unchanged():
        for user, payload, code in (
            ("otto", body, "client_not_found"),
            ("ana", unknown_client, "client_not_found"),
            ("ana", {"client_id": "maya"}, "client_not_found"),
            ("otto", {"client_id": str(portal.clients["otto"])}, "embed_not_found"),
        ):
            reply = await portal.as_(user).post(EMBED_ADDRESS, json=payload)
            assert (reply.status_code, reply.json()["code"]) == (404, code)


async def test_an_embed_url_is_valid_for_its_session_and_a_limited_time(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    await portal.as_("ana").put(EMBEDS, json=embed_body(portal))
    mayas_url, anas_url = await embed_url(portal, "maya"), await embed_url(portal, "ana")
    anonymous = portal.as_(None)
    forged_url = re.sub(r".{6}$", "AAAAAA", anas_url)
    page = await anonymous.get(forged_url, headers=IN_A_FRAME)
    assert (page.status_code, "This chat has expired. Load it again." in page.text) == (404, True)
    await portal.end_sessions("maya")
    assert [(await anonymous.get(url, headers=IN_A_FRAME)).status_code for url in (mayas_url, anas_url)] == [404, 200]
    with monkeypatch.context() as patch:
        patch.setattr(embed_page, "LIFETIME_S", -1)
        assert (await anonymous.get(anas_url, headers=IN_A_FRAME)).status_code == 404
    assert (await anonymous.get(anas_url, headers=IN_A_FRAME)).status_code == 200
