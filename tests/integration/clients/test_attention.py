"""Reasons why clients need attention: the reasons that each app reports, the stored rows, and snoozing."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from time_machine import travel

from billing.stripe_types import State
from clients import services
from clients.models import Attention, Client
from clients.ports import AttentionPort, Reason
from clients.tasks import attention_worker
from core.clock import iso, now
from notifications.effects import delivery
from sync.writes.db_executor import read, write
from tests.support.actions import analytics, notifications
from tests.support.apps.billing import CARD, SOLD, store_stripe_state
from tests.support.apps.reports import VIEWS, published
from tests.support.apps.scans import Calendar, onboard, scan_due, scanned
from tests.support.fakes.page_speed import FakePageSpeed
from tests.support.portal.agency import Json, Portal, row
from tests.support.sync.device import actor_of

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

PATH = "/rest/v1/client_attention"
DAY_S = 86_400


async def update_attention(portal: Portal) -> dict[str, list[Json]]:
    """Update the attention rows, and return their reasons by client name."""
    await read(attention_worker.update_attention)
    names = {id: name for name, id in portal.clients.items()}
    return {names[one.id]: one.reasons for one in await read(lambda: list(Attention.objects.all()))}


async def test_an_update_that_failed_is_repeated_at_the_next_poll(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    await portal.post("maya", "Hello?")
    worker, update = attention_worker.AttentionWorker(), attention_worker.update_attention

    def raise_locked() -> None:
        raise OperationalError("database is locked")

    def poll() -> None:
        try:
            worker.poll()
        finally:
            connection.close()

    monkeypatch.setattr(attention_worker, "update_attention", raise_locked)
    with pytest.raises(OperationalError):
        await asyncio.to_thread(poll)
    monkeypatch.setattr(attention_worker, "update_attention", update)
    await asyncio.to_thread(poll)
    assert await read(lambda: list(Attention.objects.values_list("id", flat=True))) == [portal.clients["maya"]]


async def test_a_client_waits_since_the_oldest_message_without_an_answer(portal: Portal) -> None:
    first = await portal.post("maya", "Hello?")
    last = await portal.post("maya", "Anybody?")
    reasons = await update_attention(portal)
    assert reasons == {"maya": [{"code": "waiting", "points": 10, "text": "waiting", "since": first["created_at"]}]}
    [change] = [one for one in await portal.frames("w", 1) if one["tbl"] == "client_attention"]
    assert (change["row"]["id"], change["row"]["reasons"], change["row"]["points"]) == (
        str(portal.clients["maya"]),
        reasons["maya"],
        10,
    )
    body = {"id": str(portal.clients["maya"]), "read_to": last["id"]}
    assert (await portal.as_("ana").put("/rest/v1/threads", json=body)).status_code == 200
    async with portal.unchanged():
        await update_attention(portal)  # a read message is still unanswered
    await portal.post("ana", "Here I am.")
    assert await update_attention(portal) == {}
    new_message = await portal.post("maya", "Fine.")
    [reason] = (await update_attention(portal))["maya"]
    assert reason["since"] == new_message["created_at"]


async def test_a_message_that_was_taken_back_is_neither_question_nor_answer(portal: Portal) -> None:
    question = await portal.post("maya", "Hello?")
    answer = await portal.post("ana", "Here I am.")
    assert await update_attention(portal) == {}
    assert (await portal.as_("ana").delete(f"/rest/v1/messages/{answer['id']}")).status_code == 200
    [reason] = (await update_attention(portal))["maya"]
    assert reason["since"] == question["created_at"]
    assert (await portal.as_("maya").delete(f"/rest/v1/messages/{question['id']}")).status_code == 200
    assert await update_attention(portal) == {}


async def test_each_app_reports_its_reasons(portal: Portal, speed: FakePageSpeed) -> None:
    end = int(now().timestamp() + 1.5 * DAY_S)
    await store_stripe_state(portal, "maya", State("sub_1", "trialing", SOLD.price_id, end, trial_end=end))
    await store_stripe_state(portal, "otto", State("sub_2", "past_due", SOLD.price_id, card=CARD))
    await analytics.tokens_are_renewed_and_lost(portal)
    await onboard(portal)
    speed.fails(400)
    await scan_due()
    reasons = await update_attention(portal)
    assert [(one["text"], one["points"]) for one in reasons["maya"]] == [
        ("trial ends in 2 days, no card", 50),
        ("GA token dead", 30),
        ("scan failed", 10),
    ]
    assert [(one["text"], one["points"]) for one in reasons["otto"]] == [("payment failed", 70)]
    card = State("sub_1", "trialing", SOLD.price_id, end, trial_end=end, card=CARD)
    await store_stripe_state(portal, "maya", card)
    assert "trial ends in 2 days, no card" not in [one["text"] for one in (await update_attention(portal))["maya"]]


async def test_a_scan_beyond_the_daily_limit_is_no_failure(
    portal: Portal, speed: FakePageSpeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("performance.services.requests.SCANS_A_DAY", 0)
    assert (await onboard(portal))["run"]["state"] == "failed"
    assert await update_attention(portal) == {}
    assert (await portal.as_("ana").get("/rest/v1/installation")).json()["failed_scans"] == []


async def test_a_scan_beyond_the_daily_limit_hides_no_failure(
    portal: Portal, speed: FakePageSpeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_run = (await onboard(portal))["run"]
    speed.fails(400)
    await scan_due()
    monkeypatch.setattr("performance.services.requests.SCANS_A_DAY", 0)
    assert (await onboard(portal))["run"]["id"] != first_run["id"]
    assert [one["text"] for one in (await update_attention(portal))["maya"]] == ["scan failed"]
    failed_scans = (await portal.as_("ana").get("/rest/v1/installation")).json()["failed_scans"]
    assert [one["client_id"] for one in failed_scans] == [str(portal.clients["maya"])]


async def test_a_score_that_fell_since_the_week_before_is_a_reason(
    portal: Portal, speed: FakePageSpeed, calendar: Calendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("performance.queries.now", calendar.now)
    monkeypatch.setattr(settings, "SCAN_RUNS", 1)
    await onboard(portal)
    await scan_due()
    await scanned(portal, speed, 0.85)
    calendar.pass_(days=7)
    await scanned(portal, speed, 0.81)
    assert await update_attention(portal) == {}  # scores vary by that much without a change
    await scanned(portal, speed, 0.73)
    reason = {"code": "score", "points": 22, "text": "score −12", "since": None}
    assert await update_attention(portal) == {"maya": [reason]}
    await scanned(portal, speed, 0.86)
    assert await update_attention(portal) == {}


async def test_reports_left_unopened_are_a_reason_after_two_days_until_they_are_opened(
    portal: Portal,
) -> None:
    first, second = await published(portal), await published(portal)
    await published(portal, to="pending")  # a client that has not signed up can open none
    assert await update_attention(portal) == {}
    two_unopened = {"code": "unopened", "points": 20, "text": "2 reports unopened", "since": None}
    with travel(timedelta(days=2)):
        assert await update_attention(portal) == {"maya": [two_unopened]}
    await portal.as_("maya").post(VIEWS, json={"report_id": first["id"]})
    with travel(timedelta(days=2)):
        assert await update_attention(portal) == {"maya": [two_unopened | {"points": 10, "text": "1 report unopened"}]}
    await portal.as_("maya").post(VIEWS, json={"report_id": second["id"]})
    with travel(timedelta(days=2)):
        assert await update_attention(portal) == {}


async def test_a_client_unreached_for_two_days_is_a_reason_until_they_are_reached(
    portal: Portal,
) -> None:
    notices = await notifications.notify_users(portal, "ana", "maya")
    with travel(timedelta(days=2)):
        for notice in notices:
            await write(delivery.mark_unreached, notice_id=notice.id)
    [maya_notice] = [notice for notice in notices if notice.user_id == portal.users["maya"].id]
    reason = {"code": "unreached", "points": 25, "text": "not reached", "since": iso(maya_notice.open_since)}
    assert await update_attention(portal) == {"maya": [reason]}  # an admin's unopened notice is no reason
    body = {"id": str(maya_notice.id), "n": maya_notice.n, "what": "opened"}
    await portal.as_("maya").put("/rest/v1/notices", json=body)
    assert await update_attention(portal) == {}


async def test_staff_rows_need_no_attention(portal: Portal) -> None:
    await portal.post("maya", "Hello?")
    await update_attention(portal)
    await write(services.create_admin, email="maya@portal.example", name="Maya", password_hash="")
    assert (await row(Client, id=portal.clients["maya"]))["is_staff"]
    assert await update_attention(portal) == {}


async def test_a_snoozed_client_returns_at_its_time_or_with_a_new_reason(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    await portal.post("maya", "Hello?")
    await update_attention(portal)
    maya, until = portal.clients["maya"], now() + timedelta(days=1)
    reply = await portal.as_("ana").put(PATH, json={"id": str(maya), "until": until.isoformat()})
    assert (reply.json()["snoozed_until"], reply.json()["snoozed_by"]) == (iso(until), "Ana Ferreira")
    async with portal.unchanged():
        await update_attention(portal)
    port = AttentionPort()
    pairs: list[Any] = []
    port.register(lambda: iter(pairs))
    monkeypatch.setattr("clients.ports.attention", port)
    await report_reasons(portal, pairs, "waiting", "score")
    assert (await row(Attention))["snoozed_until"] is None
    await write(
        services.snooze, actor=actor_of(portal.users["ana"]), client_id=maya, until=now() - timedelta(seconds=1)
    )
    await update_attention(portal)
    assert (await row(Attention))["snoozed_until"] is None


@pytest.mark.parametrize(("user", "status", "code"), [("maya", 403, "admins_only"), ("ana", 404, "nothing_to_snooze")])
async def test_only_admins_snooze_and_only_existing_entries(user: str, status: int, code: str, portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_(user).put(PATH, json={"id": str(portal.clients["maya"]), "until": None})
    assert (reply.status_code, reply.json()["code"]) == (status, code)


async def test_a_snooze_time_that_utc_cannot_represent_is_rejected(portal: Portal) -> None:
    for until in ("0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00"):
        async with portal.unchanged():
            reply = await portal.as_("ana").put(PATH, json={"id": str(portal.clients["maya"]), "until": until})
        assert (reply.status_code, reply.json()["code"]) == (422, "invalid")


async def report_reasons(portal: Portal, pairs: list[Any], *codes: str) -> None:
    pairs[:] = [(portal.clients["maya"], Reason(code, 10, code)) for code in codes]
    await update_attention(portal)


def test_the_reason_with_the_most_points_is_first() -> None:
    client_id, port = uuid4(), AttentionPort()

    def source() -> Iterator[Any]:
        yield client_id, Reason("b", 5, "b")
        yield client_id, Reason("a", 9, "a")

    port.register(source)
    assert [reason.code for reason in port.collect()[client_id]] == ["a", "b"]
