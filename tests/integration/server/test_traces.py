"""Traces: a message has one tree of spans from the endpoint to its effects, and no span has the message's text."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from time_machine import TimeMachineFixture

from core import spans
from core.ids import uuid7
from environment.telemetry import TelemetrySettings
from messaging.services import send_message
from notifications.effects.pushes import PUSHES
from server.telemetry.start import start
from sync.effects import effects
from sync.models import Effect
from tests.support.database.group_commit import one_group
from tests.support.fakes.trace_collector import TraceCollector, attributes_of, trace_collector
from tests.support.portal.agency import Portal
from tests.support.sync.device import actor_of
from tests.support.sync.socket import Opener

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

TEXT = "nobody's eyes"
WRITE = "write messaging.services.sending.send_message"
# A worker runs the effects later, in a process of its own; the row of each effect has the span that requested it.
TREE_OF_A_MESSAGE = """\
POST /rest/v1/messages
  write messaging.services.sending.send_message
    transaction
      log
      commit
      hub w
      effect messaging.tell
        effect notifications.push"""


@pytest.fixture
def collector() -> Iterator[TraceCollector]:
    with trace_collector() as running:
        yield running


@pytest.fixture
def stop_tracing(collector: TraceCollector) -> Iterator[Callable[[], None]]:
    """Traces every request. Yields a function that ends the tracing, so that the collector has every span."""
    stop_tracing = start(TelemetrySettings(collector.url, 100, None), version="2026.11.1")
    yield stop_tracing
    stop_tracing()


async def test_a_message_is_one_tree_of_spans_without_its_text(
    portal: Portal,
    sockets: Opener,
    collector: TraceCollector,
    stop_tracing: Callable[[], None],
    time_machine: TimeMachineFixture,
) -> None:
    await sockets(portal.users["ana"].token).hello()
    reply = await portal.as_("maya").post("/rest/v1/messages", json=portal.message(TEXT))
    await sync_to_async(effects.sweep)()
    time_machine.move_to(timedelta(minutes=1))
    await sync_to_async(effects.sweep)(PUSHES)
    stop_tracing()
    [tree] = collector.trees()
    assert "\n".join(tree) == TREE_OF_A_MESSAGE
    assert {span.trace_id for span in collector.spans} == {collector.spans[0].trace_id}
    attributes = {span.name: attributes_of(span) for span in collector.spans}
    assert attributes["POST /rest/v1/messages"] == {
        "http.request.method": "POST",
        "http.route": "/rest/v1/messages",
        "http.response.status_code": 201,
        "request": reply.headers["X-Request-Id"],
    }
    assert (attributes["log"], attributes["hub w"]) == ({"changes": 4, "streams": 2}, {"connections": 1})
    private_texts = (TEXT, str(portal.users["maya"].id), str(portal.clients["maya"]), "Maya")
    assert [text for text in private_texts for body in collector.bodies if text.encode() in body] == []
    assert collector.resources[0]["service.name"] == "pulseboard"
    assert collector.resources[0]["service.version"] == "2026.11.1"


async def test_a_rejected_request_has_the_type_of_its_error_and_no_text(
    portal: Portal, collector: TraceCollector, stop_tracing: Callable[[], None]
) -> None:
    reply = await portal.as_("otto").post("/rest/v1/messages", json=portal.message(TEXT, to="maya"))
    stop_tracing()
    [tree] = collector.trees()
    assert (reply.status_code, tree[:2]) == (404, ["POST /rest/v1/messages", f"  {WRITE}"])
    [write_span] = [span for span in collector.spans if span.name == WRITE]
    assert (write_span.status.code, write_span.status.message, len(write_span.events)) == (2, "ClientNotFound", 0)


async def test_queued_messages_share_a_transaction_that_is_linked_to_each(
    portal: Portal, collector: TraceCollector, stop_tracing: Callable[[], None]
) -> None:
    async with one_group() as group:
        for name in ("maya", "otto"):
            with spans.request(name):
                group.submit(
                    send_message,
                    actor=actor_of(portal.users[name]),
                    message_id=uuid7(),
                    client_id=portal.clients[name],
                    content=TEXT,
                )
    stop_tracing()
    [transaction] = [span for span in collector.spans if span.name == "transaction"]
    writes = {span.span_id for span in collector.spans if span.name == WRITE}
    assert len(writes) == 2
    assert {transaction.parent_span_id, *(link.span_id for link in transaction.links)} == writes


async def test_without_the_setting_no_span_is_stored_or_sent(portal: Portal, collector: TraceCollector) -> None:
    await portal.post("maya", TEXT)
    assert spans.position() is None
    assert [effect.span async for effect in Effect.objects.all()] == [None]
    assert collector.spans == []
