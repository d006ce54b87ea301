"""Writes and the log: a repeat makes no second change, a rejection makes none, and the server orders a thread."""

import asyncio
from datetime import timedelta

import pytest
from time_machine import Traveller

from sync.log import streams
from tests.support.portal.agency import Portal
from tests.support.sync.convergence import Devices, replicas_converge
from tests.support.sync.socket import Opener

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

MESSAGES, THREADS = "/rest/v1/messages", "/rest/v1/threads"


async def test_mu1_a_repeat_is_answered_and_not_sent_again(portal: Portal, devices: Devices) -> None:
    body = portal.message("once")
    async with replicas_converge(devices):
        first = await portal.as_("maya").post(MESSAGES, json=body)
    async with portal.unchanged():
        again = await portal.as_("maya").post(MESSAGES, json=body)
    assert (first.status_code, again.status_code, again.json()) == (201, 200, first.json())
    for name in ("ana", "maya"):
        messages = [row for (tbl, _), row in devices[name].replica.rows.items() if tbl == "messages"]
        assert messages == [first.json()]


async def test_mu1_one_id_sent_at_once_by_several_tabs_is_one_change(portal: Portal, devices: Devices) -> None:
    body = portal.message("at once")
    async with (
        replicas_converge(devices),
        portal.grows({"messages": 1, "effects": 1, "threads": 1, "w": 2, "c:maya": 2}),
    ):
        replies = await asyncio.gather(*(portal.as_("maya").post(MESSAGES, json=body) for _ in range(8)))
    assert sorted(reply.status_code for reply in replies) == [200] * 7 + [201]


@pytest.mark.parametrize(
    ("name", "to", "content"), [("maya", "maya", "other"), ("ana", "maya", "mine"), ("otto", "otto", "mine")]
)
async def test_mu2_an_id_that_is_taken_changes_nothing(
    name: str, to: str, content: str, portal: Portal, devices: Devices
) -> None:
    body = portal.message("mine")
    await portal.as_("maya").post(MESSAGES, json=body)
    async with replicas_converge(devices), portal.unchanged():
        reply = await portal.as_(name).post(MESSAGES, json=portal.message(content, to=to, id=body["id"]))
    assert (reply.status_code, reply.json()["code"]) == (409, "message_id_taken")


async def test_mu3_the_server_orders_a_thread_independently_of_clocks(
    portal: Portal, fake_clock: Traveller, sockets: Opener
) -> None:
    """The clock stands still or is set back, and the ids were created in another order."""
    ids = [portal.message()["id"] for _ in range(4)]
    stream = streams.client(portal.clients["maya"])
    load = (await portal.as_("maya").post("/realtime/v1/bootstrap", json={"s": stream})).json()
    device = sockets(portal.users["maya"].token)
    await device.hello({key: load[key] for key in ("s", "e", "c", "at")})
    for n, back in enumerate((0, 0, 3600, 60)):
        fake_clock.shift(timedelta(seconds=-back))
        await portal.post("ana" if n % 2 else "maya", f"{n}", id=ids[-1 - n])
    frames = await device.changes(stream, load["c"] + 8)
    rows = [item["row"] for frame in frames for item in frame["d"] if item["tbl"] == "messages"]
    assert [row["content"] for row in rows] == ["0", "1", "2", "3"]
    times = [row["created_at"] for row in rows]
    assert times == sorted(set(times))


def rejected_calls(portal: Portal) -> dict[str, tuple[str, str, str | None, object]]:
    """Method, path, user and body of calls that the server rejects."""
    mine, foreign = portal.message("x"), portal.message("x", to="otto")
    marker = {"id": mine["client_id"], "read_to": mine["id"]}
    return {
        "signed out": ("POST", MESSAGES, None, mine),
        "a foreign thread": ("POST", MESSAGES, "maya", foreign),
        "an empty text": ("POST", MESSAGES, "maya", mine | {"content": " \n"}),
        "a long text": ("POST", MESSAGES, "maya", mine | {"content": "x" * 20_001}),
        "an unknown field": ("POST", MESSAGES, "maya", mine | {"sender_role": "admin"}),
        "a wrong type": ("POST", MESSAGES, "maya", mine | {"content": 7}),
        "no body": ("POST", MESSAGES, "maya", None),
        "a marker on no message": ("PUT", THREADS, "maya", marker),
        "a marker in a foreign thread": ("PUT", THREADS, "maya", marker | {"id": foreign["client_id"]}),
    }


async def test_lg2_a_rejected_call_leaves_no_row_and_no_change(portal: Portal, devices: Devices) -> None:
    for case, (method, path, name, body) in rejected_calls(portal).items():
        async with portal.unchanged():
            reply = await portal.as_(name).request(method, path, json=body)
        assert 400 <= reply.status_code < 500, case
    async with replicas_converge(devices):
        await portal.post("maya", "an accepted call")
