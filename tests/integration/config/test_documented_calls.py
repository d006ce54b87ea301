"""Table calls as the specification documents them: fields that the server derives are accepted when they are true."""

from typing import Any
from uuid import UUID

import pytest

from core.ids import uuid7
from tests.support.apps import bots
from tests.support.apps.files import MP4, Sender, picture
from tests.support.apps.reports import EMBED, REPORTS, VIDEOS, YOUTUBE, publish, written
from tests.support.portal.agency import Json, Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

AT = "2000-01-01T00:00:00.000Z"
CLIENTS, SETTINGS = "/rest/v1/clients", "/rest/v1/website_settings"
NELL = {"company_name": "Nell's Nails", "contact_name": "Nell", "contact_email": "nell@nails.example"}
# A video's player as the server stores it, as the service names it, and as the address was given (`2§2`).
PLAYERS = [EMBED, "https://www.youtube.com/embed/aqz-KE-bpKQ", YOUTUBE, "", None]


def fields_of(response: Any) -> list[str]:
    assert (response.status_code, response.json()["code"]) == (422, "invalid")
    return [problem["field"] for problem in response.json()["fields"]]


def content(**fields: object) -> Json:
    return {"text": "A good week.", "embed_url": None, "video_url": None, "video_name": None} | fields


async def test_a_report_is_inserted_and_updated_with_its_whole_content(portal: Portal) -> None:
    ana, owner = portal.as_("ana"), {"client_id": str(portal.clients["maya"]), "title": "Week 47"}
    for player in PLAYERS:
        body = owner | {"content": content(video_url=YOUTUBE, embed_url=player)}
        stored = (await ana.post(REPORTS, json=body)).json()
        assert stored["content"] == content(video_url=YOUTUBE, embed_url=EMBED)
    vimeo = content(video_url="https://vimeo.com/76979871/8272103f6e", embed_url=" https://vimeo.com/76979871 ")
    unlisted = await ana.post(REPORTS, json=owner | {"content": vimeo})
    assert unlisted.status_code == 201, unlisted.text
    url = await Sender(ana, "report-videos").upload("Week 47.mp4", MP4)
    uploaded = content(video_url=url, embed_url=url, video_name="Week 47.mp4")
    changed = await ana.put(f"{REPORTS}/{stored['id']}", json={"content": uploaded, "updated_at": AT})
    assert changed.json()["content"] == uploaded | {"embed_url": None}
    assert changed.json()["updated_at"] > AT  # the server's own time


@pytest.mark.parametrize(
    ("claims", "field"),
    [
        ({"embed_url": "https://www.youtube.com/embed/another"}, "content.embed_url"),
        ({"embed_url": "javascript:alert(1)"}, "content.embed_url"),
        ({"video_url": None, "embed_url": EMBED}, "content.embed_url"),
        ({"video_name": "Week 47.mp4"}, "content.video_name"),
    ],
)
async def test_a_reports_content_that_contradicts_its_video_is_rejected(
    claims: Json, field: str, portal: Portal
) -> None:
    report = await written(portal)
    body = {"client_id": report["client_id"], "title": "Week 47", "content": content(video_url=YOUTUBE) | claims}
    async with portal.unchanged():
        assert fields_of(await portal.as_("ana").post(REPORTS, json=body)) == [field]
        change = {"content": body["content"], "updated_at": AT}
        assert fields_of(await portal.as_("ana").put(f"{REPORTS}/{report['id']}", json=change)) == [field]


async def test_reports_without_a_client_are_an_admins_all_and_a_clients_own(portal: Portal) -> None:
    ids = [(await written(portal, to=name))["id"] for name in ("maya", "otto", "maya")]
    await publish(portal, ids[0])

    async def listed(name: str, **params: str) -> list[str]:
        reply = await portal.as_(name).get(REPORTS, params=params)
        assert reply.status_code == 200
        return [row["id"] for row in reply.json()["rows"]]

    assert await listed("ana") == ids[::-1]
    assert await listed("ana", limit="1", before=ids[2]) == [ids[1]]
    assert (await listed("maya"), await listed("otto")) == ([ids[0]], [])


async def test_an_admin_selects_all_weekly_videos_by_their_date(portal: Portal) -> None:
    ids = {}
    for name, day in (("maya", "2026-11-13"), ("otto", "2026-11-27"), ("maya", "2026-11-20")):
        body = {"client_id": str(portal.clients[name]), "video_url": YOUTUBE, "posted_at": day}
        ids[day] = (await portal.as_("ana").post(VIDEOS, json=body)).json()["id"]

    async def selected(name: str, **params: str) -> Any:
        reply = await portal.as_(name).get(VIDEOS, params=params)
        assert reply.status_code == 200
        return reply.json()

    everything = await selected("ana")
    assert [(row["posted_at"], row["id"]) for row in everything["rows"]] == sorted(ids.items(), reverse=True)
    page = await selected("ana", limit="1", before=ids["2026-11-27"])
    assert [row["posted_at"] for row in page["rows"]] == ["2026-11-20"]
    assert (await selected("maya"))["data"]["id"] == ids["2026-11-20"]
    unknown = await portal.as_("ana").get(VIDEOS, params={"before": str(uuid7())})
    assert (unknown.status_code, unknown.json()["code"]) == (404, "video_not_found")


async def test_a_new_client_has_no_user(portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_("ana").post(CLIENTS, json=NELL | {"user_id": str(portal.users["otto"].id)})
        assert fields_of(reply) == ["user_id"]
    stored = await portal.as_("ana").post(CLIENTS, json=NELL | {"user_id": None})
    assert (stored.status_code, stored.json()["user_id"]) == (201, None)


async def test_an_admin_updates_a_clients_status_as_with_deactivate(portal: Portal) -> None:
    path = f"{CLIENTS}/{portal.clients['maya']}"
    async with portal.grows({"audit_log": 1, "w": 1, "c:maya": 1}):
        row = (await portal.as_("ana").patch(path, json={"subscription_status": "inactive"})).json()
    assert (row["subscription_status"], row["status_source"]) == ("inactive", "admin")
    [entry] = (await portal.as_("ana").get("/rest/v1/audit_log", params={"limit": 1})).json()["rows"]
    assert (entry["action"], entry["subject"]) == ("client.deactivated", str(portal.clients["maya"]))
    async with portal.unchanged():
        await portal.as_("ana").patch(path, json={"subscription_status": "inactive"})
        assert fields_of(await portal.as_("ana").patch(path, json={"subscription_status": "paused"})) == [
            "subscription_status"
        ]
        reply = await portal.as_("maya").patch(CLIENTS, json={"subscription_status": "active"})
        assert fields_of(reply) == ["subscription_status"]


async def test_a_client_updates_their_website_as_in_onboarding(portal: Portal) -> None:
    maya = portal.as_("maya")
    body = {"website_url": "Bakery.example", "service_areas": " Lisbon ", "updated_at": AT}
    async with portal.grows({"w": 1, "c:maya": 1}):
        row = (await maya.patch(CLIENTS, json=body)).json()
    assert (row["website_url"], row["service_areas"]) == ("https://bakery.example/", "Lisbon")
    async with portal.unchanged():
        reply = await maya.patch(CLIENTS, json={"website_url": "ftp://bakery.example"})
        assert (reply.status_code, reply.json()["code"]) == (422, "bad_website")
    row = (await maya.patch(CLIENTS, json={"website_url": None, "service_areas": None})).json()
    assert (row["website_url"], row["service_areas"]) == ("https://bakery.example/", None)


async def test_a_training_row_is_inserted_with_its_source(portal: Portal) -> None:
    body = {"chatbot_id": str(await bots.bot(portal)), "question": "When?", "answer": "At eight."}
    for source in ("manual", "url", "document", "api"):
        row = (await portal.as_("ana").post("/rest/v1/training_data", json=body | {"source_type": source})).json()
        assert (UUID(row["id"]).version, row["source_type"]) == (7, source)
    async with portal.unchanged():
        reply = await portal.as_("ana").post("/rest/v1/training_data", json=body | {"source_type": "guess"})
        assert fields_of(reply) == ["source_type"]


async def test_the_settings_are_updated_by_their_id_and_lose_a_null_logo(portal: Portal) -> None:
    ana = portal.as_("ana")
    url = await Sender(ana, "website-assets").upload("logo.png", picture(10, 10))
    row = (await ana.patch(SETTINGS, json={"id": 1, "logo_url": url, "hero_title": None})).json()
    assert (row["id"], row["logo_url"]) == (1, url)
    assert (await ana.patch(SETTINGS, json={"id": 1, "hero_title": "Coffee"})).json()["logo_url"] == url
    assert (await ana.patch(SETTINGS, json=row | {"logo_url": None})).json()["logo_url"] is None
    async with portal.unchanged():
        assert fields_of(await ana.patch(SETTINGS, json={"id": 2, "hero_title": "Mine"})) == ["id"]
