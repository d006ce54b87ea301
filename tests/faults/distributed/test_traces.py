"""A trace across processes: the process that stores a message, the process of its recipient, and the worker."""

from contextlib import ExitStack

import pytest

from tests.support.fakes.trace_collector import TraceCollector, trace_collector
from tests.support.servers.crash_harness import Place, eventually, texts_in
from tests.support.servers.deployment import web, worker

MESSAGE = "POST /rest/v1/messages"
# Spans of the other processes, with their parents. After the first process's hint, the second reads the change and
# wakes its devices.
SPANS_OF_OTHERS = {
    "read sync.queries.changes_after": "transaction",
    "hub c": "transaction",
    "effect messaging.tell": "transaction",
}
WITHIN_S = 60


def parents(collector: TraceCollector) -> dict[str, str]:
    """The name of each span in the trace of the message, with the name of its parent."""
    names = {span.span_id: span.name for span in collector.spans}
    traces = {span.trace_id for span in collector.spans if span.name == MESSAGE}
    return {span.name: names.get(span.parent_span_id, "") for span in collector.spans if span.trace_id in traces}


@pytest.mark.thorough
def test_a_trace_continues_in_the_process_of_the_recipient_and_in_the_worker(place: Place) -> None:
    with trace_collector() as collector, ExitStack() as running:
        place.settings |= {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url}
        one, other = (running.enter_context(web(place)) for _ in range(2))
        running.enter_context(worker(place))
        with place.socket(other, place.cursor(other)) as line, place.http(one) as http:
            line.frame("live")
            assert http.post("/rest/v1/messages", json=place.message("Hello")).status_code == 201
            assert texts_in(line.frame("ch", within=WITHIN_S)) == ["Hello"]
        assert eventually(lambda: SPANS_OF_OTHERS.items() <= parents(collector).items(), within=WITHIN_S)
        assert {resource["service.name"] for resource in collector.resources} == {"pulseboard"}
