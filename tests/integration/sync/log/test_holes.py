"""A log that lacks one change, which no known defect causes: only the stream of that change waits for it."""

import asyncio
import secrets
from collections.abc import Callable

import pytest
from django.db.models import F
from prometheus_client import REGISTRY

from sync.hub import log_follower
from sync.log import hints, streams
from sync.models import Change, Stream
from sync.protocol import frames
from sync.writes.db_executor import write
from tests.support.portal.agency import Portal, cursors_of
from tests.support.servers.crash_harness import eventually
from tests.support.sync.socket import Opener

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


def unread_changes() -> float | None:
    """The lag of the clients' streams, as the metric reports it."""
    return REGISTRY.get_sample_value("pulseboard_log_lag_changes", {"stream": "c"})


def lag_stays(changes: int) -> Callable[[], bool]:
    """A condition: the metric reports exactly `changes` unread changes in five checks in a row."""
    times = 0

    def holds() -> bool:
        nonlocal times
        times = times + 1 if unread_changes() == changes else 0
        return times == 5

    return holds


@pytest.mark.usefixtures("quick")
async def test_lg7_a_hole_holds_up_its_own_stream_and_no_other(
    portal: Portal, sockets: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "publish", lambda committed: None)
    monkeypatch.setattr(log_follower, "HEADS_EVERY_S", 0.05)  # ten times POLL_EVERY_S of `quick`
    monkeypatch.setattr(frames, "HEARTBEAT_S", 0.05)
    followers = {}
    for name in ("maya", "otto"):
        followers[name] = sockets(portal.users[name].token)
        await followers[name].hello(*await cursors_of(portal, name))
    shared = {name: streams.client(portal.clients[name]) for name in followers}
    heads = {name: (await portal.heads())[f"c:{name}"] for name in followers}
    await write(lambda: Stream.objects.filter(id=shared["maya"]).update(head=F("head") + 1))
    await portal.post("ana", "Behind the hole", to="maya")
    for text in ("One", "Two"):
        await portal.post("ana", text, to="otto")
    await followers["otto"].changes(shared["otto"], heads["otto"] + 4)
    await followers["maya"].drain()
    assert followers["maya"].all("ch", s=shared["maya"]) == []
    assert await asyncio.to_thread(eventually, lag_stays(3))
    # CH6: the heartbeat has the real head, so the device does not show that it is up to date.
    await followers["maya"].until(lambda: followers["maya"].all("hb")[-1]["h"][shared["maya"]] == heads["maya"] + 3)

    def fill_hole() -> None:
        missing = Change.objects.get(stream=shared["maya"], seq=heads["maya"] + 2)
        missing.seq, missing.change_id = missing.seq - 1, secrets.token_hex(6)
        missing.save(force_insert=True)

    await write(fill_hole)
    received = await followers["maya"].changes(shared["maya"], heads["maya"] + 3)
    assert [frame["from"] for frame in received] == [heads["maya"] + 1, *(frame["to"] + 1 for frame in received[:-1])]
    assert await asyncio.to_thread(eventually, lag_stays(0))
