"""The hub's ticks, which check the deadlines and heartbeats of all connections."""

import logging
from datetime import timedelta

import pytest
from time_machine import Traveller

from sync.connection.consumer import SyncConsumer
from sync.hub import hub
from sync.hub.ephemeral import Ephemeral
from sync.protocol import frames
from tests.support.portal.agency import Portal
from tests.support.sync.socket import Opener

pytestmark = [pytest.mark.django_db(transaction=True, serialized_rollback=True), pytest.mark.usefixtures("quick")]


async def test_a_failed_tick_is_logged_and_closes_only_its_connection(
    portal: Portal,
    sockets: Opener,
    fake_clock: Traveller,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    maya, otto = sockets(portal.users["maya"].token), sockets(portal.users["otto"].token)
    for device in (maya, otto):
        await device.hello()
    tick = SyncConsumer.tick

    def fail(ephemeral: Ephemeral) -> None:
        raise RuntimeError("presence")

    def fail_for_maya(connection: SyncConsumer, timestamp: float) -> None:
        if connection.participant is not None and connection.participant.user == portal.users["maya"].id:
            raise RuntimeError("maya")
        tick(connection, timestamp)

    with monkeypatch.context() as failing:
        failing.setattr(SyncConsumer, "tick", fail_for_maya)
        failing.setattr(Ephemeral, "tick", fail)
        fake_clock.shift(timedelta(seconds=25))
        await otto.frame("hb")
        assert await maya.close_code() == frames.FAILED
    assert (maya.all("hb"), otto.closed) == ([], None)
    lines = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert {line.name for line in lines} == {hub.__name__}
    assert "2 parts of a tick failed; the next one is in a second" in {line.getMessage() for line in lines}
    assert caplog.text.count("RuntimeError: maya") == 1
