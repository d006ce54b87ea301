"""The order of a thread, and its row: last message, preview, and each side's unread count."""

import asyncio
from datetime import datetime, timedelta

import httpx
import pytest
from time_machine import Traveller

from core.clock import iso, now
from messaging.models import Thread
from tests.support.portal.agency import Json, Portal, row

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

PATH = "/rest/v1/messages"
TICK = timedelta(microseconds=1)
MARKER_FIELDS = (
    "provider_delivered_created_at",
    "client_delivered_created_at",
    "provider_read_to",
    "provider_read_created_at",
    "provider_read_at",
    "provider_read_by",
    "client_read_to",
    "client_read_created_at",
    "client_read_at",
)


async def thread(portal: Portal, to: str = "maya") -> Json:
    """The thread's row as devices of both sides last received it."""
    rows = []
    for stream in ("w", f"c:{to}"):
        thread_changes = [change for change in await portal.frames(stream, 1000) if change["tbl"] == "threads"]
        rows.append(
            next(change["row"] for change in reversed(thread_changes) if change["row"]["id"] == str(portal.clients[to]))
        )
    assert rows[0] == rows[1]
    return dict(rows[0])


async def stored_messages(portal: Portal, to: str = "maya") -> list[Json]:
    """The thread's messages, oldest first."""
    reply = await portal.as_("ana").get(PATH, params={"client_id": str(portal.clients[to])})
    return list(reply.json()["rows"])


async def test_times_increase_while_the_clock_stands_still(portal: Portal, fake_clock: Traveller) -> None:
    messages = [await portal.post(name) for name in ("maya", "ana", "maya", "maya")]
    assert [message["created_at"] for message in messages] == [iso(now() + n * TICK) for n in range(4)]


async def test_times_increase_while_the_clock_goes_back(portal: Portal, fake_clock: Traveller) -> None:
    start = now()
    first = await portal.post("maya")
    fake_clock.shift(timedelta(days=-1))
    second = await portal.post("ana")
    fake_clock.shift(timedelta(days=-300))
    third = await portal.post("maya")
    fake_clock.shift(timedelta(days=301, seconds=1))
    fourth = await portal.post("maya")
    expected = [start, start + TICK, start + 2 * TICK, start + timedelta(seconds=1)]
    assert [message["created_at"] for message in (first, second, third, fourth)] == [iso(time) for time in expected]


async def test_each_thread_has_its_own_times(portal: Portal, fake_clock: Traveller) -> None:
    messages = [await portal.post("ana", to=to) for to in ("maya", "otto", "maya", "otto")]
    assert [message["created_at"] for message in messages] == [iso(now() + n * TICK) for n in (0, 0, 1, 1)]


async def test_twenty_concurrent_messages_get_one_order(portal: Portal, fake_clock: Traveller) -> None:
    async def post(number: int) -> httpx.Response:
        name = "maya" if number % 2 else "ana"
        return await portal.as_(name).post(PATH, json=portal.message(f"number {number}"))

    before = await portal.heads()
    replies = await asyncio.gather(*(post(number) for number in range(20)))
    growth = {name: head - before.get(name, 0) for name, head in (await portal.heads()).items()}
    assert growth["w"] == growth["c:maya"]
    assert 20 < growth["w"] <= 40  # messages of one transaction make one change of the thread (LG4)
    assert {reply.status_code for reply in replies} == {201}
    rows = await stored_messages(portal)
    assert {message["content"] for message in rows} == {f"number {number}" for number in range(20)}
    assert [message["created_at"] for message in rows] == [iso(now() + n * TICK) for n in range(20)]
    logged_ids = [change["row"]["id"] for change in await portal.frames("c:maya", 40) if change["tbl"] == "messages"]
    assert logged_ids == [message["id"] for message in rows]
    last = await thread(portal)
    assert (last["last_message_id"], last["provider_unread"], last["client_unread"]) == (rows[-1]["id"], 10, 10)
    assert last["v"] == 21


async def test_the_thread_has_its_last_message_and_unread_counts(portal: Portal) -> None:
    first = await portal.post("maya", "Is the café page\n\n  slower?")
    no_markers = dict.fromkeys(MARKER_FIELDS)
    assert await thread(portal) == no_markers | {
        "id": first["client_id"],
        "v": 2,
        "last_message_id": first["id"],
        "last_message_at": first["created_at"],
        "last_message_preview": "Is the café page slower?",
        "last_message_role": "client",
        "provider_unread": 1,
        "client_unread": 0,
    }
    await portal.post("maya", "Hello?")
    last = await portal.post("ana", "Yes, by two points.")
    assert await thread(portal) == no_markers | {
        "id": first["client_id"],
        "v": 4,
        "last_message_id": last["id"],
        "last_message_at": last["created_at"],
        "last_message_preview": "Yes, by two points.",
        "last_message_role": "admin",
        "provider_unread": 2,
        "client_unread": 1,
    }
    stored_row = await row(Thread, id=portal.clients["maya"])
    assert stored_row["last_message_at"] == datetime.fromisoformat(last["created_at"])


@pytest.mark.parametrize(
    ("text", "preview"),
    [
        ("x" * 140, "x" * 140),
        ("x" * 141, "x" * 140),
        ("🔑" * 200, "🔑" * 140),
        ("a \t\n b " * 100, ("a b " * 35).rstrip()),
    ],
)
async def test_a_preview_is_one_line_of_140_characters(text: str, preview: str, portal: Portal) -> None:
    await portal.post("maya", text)
    stored_preview = (await thread(portal))["last_message_preview"]
    assert (stored_preview.rstrip(), len(stored_preview) <= 140) == (preview, True)


async def test_a_message_changes_no_other_thread(portal: Portal) -> None:
    await portal.post("maya")
    before = await thread(portal)
    await portal.post("otto", "Mine", to="otto")
    await portal.post("ana", "Yours", to="otto")
    assert await thread(portal) == before
    assert (await thread(portal, "otto"))["provider_unread"] == 1
