"""Admins read the audit log in pages, and filter it by words, actor, kind and time."""

from datetime import timedelta

import pytest
from time_machine import Traveller

from clients.queries import audit_events
from core.clock import iso, now
from tests.support.portal.agency import Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

ACCESS = "/rest/v1/client_access"


async def test_the_audit_log_lists_actors_and_actions_in_pages(portal: Portal) -> None:
    for name in ("maya", "otto"):
        body = {"client_ids": [str(portal.clients[name])], "status": "inactive"}
        await portal.as_("ana").post(ACCESS, json=body)
    async with portal.unchanged():
        first = (await portal.as_("ana").get("/rest/v1/audit_log", params={"limit": 1})).json()
        older = {"limit": 1, "before": first["next"]}
        second = (await portal.as_("ana").get("/rest/v1/audit_log", params=older)).json()
        matches = (await portal.as_("ana").get("/rest/v1/audit_log", params={"words": "deact bikes"})).json()
    assert [(one["actor"], one["action"], one["detail"]["company"]) for one in first["rows"] + second["rows"]] == [
        ("Ana Ferreira", "client.deactivated", "Otto's Bikes"),
        ("Ana Ferreira", "client.deactivated", "Harbor Coffee"),
    ]
    assert matches["rows"] == first["rows"]
    assert matches["next"] is None


async def test_a_search_of_the_audit_log_scans_one_part_at_a_time(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def search(before: str | None) -> tuple[list[str], str | None]:
        cursor = {} if before is None else {"before": before}
        page = (
            await portal.as_("ana").get("/rest/v1/audit_log", params={"words": "harbor", "limit": 1, **cursor})
        ).json()
        return [one["action"] for one in page["rows"]], page["next"]

    monkeypatch.setattr(audit_events, "MAX_SCANNED", 2)
    for name, status in (("maya", "inactive"), ("maya", "active"), ("otto", "inactive"), ("otto", "active")):
        body = {"client_ids": [str(portal.clients[name])], "status": status}
        assert (await portal.as_("ana").post(ACCESS, json=body)).status_code == 200
    first_page, second_cursor = await search(None)
    second_page, third_cursor = await search(second_cursor)
    third_page, _ = await search(third_cursor)
    assert (first_page, second_page, third_page) == ([], ["client.activated"], ["client.deactivated"])


async def test_the_audit_log_is_filtered_by_actor_kind_and_time(portal: Portal, fake_clock: Traveller) -> None:
    ana, maya = portal.as_("ana"), str(portal.clients["maya"])
    start = now()
    assert (await ana.post(ACCESS, json={"client_ids": [maya], "status": "inactive"})).status_code == 200
    fake_clock.shift(timedelta(minutes=2))
    later = now()
    assert (await ana.patch("/rest/v1/website_settings", json={"primary_color": "#112233"})).status_code == 200

    async def actions(**query: str) -> list[str]:
        reply = await ana.get("/rest/v1/audit_log", params=query)
        assert reply.status_code == 200, reply.text
        return [one["action"] for one in reply.json()["rows"] if one["at"] >= iso(start)]

    both_actions = ["website.saved", "client.deactivated"]
    assert await actions() == both_actions
    assert await actions(by=str(portal.users["ana"].id)) == both_actions
    assert await actions(by=str(portal.users["maya"].id)) == await actions(by="system") == []
    assert await actions(words="ferreira") == both_actions
    assert await actions(kind="website") == ["website.saved"]
    assert await actions(kind="reports") == []
    assert await actions(since=iso(later)) == ["website.saved"]
    assert await actions(since=iso(start), until=iso(later)) == ["client.deactivated"]
    # PostgreSQL compares no text with NUL.
    reply = await ana.get("/rest/v1/audit_log", params={"kind": "letters", "since": "2026-11-02", "words": "a\x00b"})
    assert (reply.status_code, {problem["field"] for problem in reply.json()["fields"]}) == (
        422,
        {"kind", "since", "words"},
    )
