"""A collector of traces that speaks OTLP over HTTP, and shows each trace as a tree."""

from collections.abc import Iterator
from contextlib import contextmanager

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

PROTOBUF = "application/x-protobuf"


class TraceCollector:
    """The received spans, and the attributes of the processes that sent them."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.spans: list[Span] = []
        self.resources: list[dict[str, str]] = []
        self.bodies: list[bytes] = []

    def receive(self, request: Request) -> Response:
        assert request.content_type == PROTOBUF
        self.bodies.append(request.data)
        export = ExportTraceServiceRequest.FromString(request.data)
        for group in export.resource_spans:
            self.resources.append({one.key: one.value.string_value for one in group.resource.attributes})
            self.spans += [span for scope in group.scope_spans for span in scope.spans]
        return Response(ExportTraceServiceResponse().SerializeToString(), content_type=PROTOBUF)

    def trees(self) -> list[list[str]]:
        """Each trace as the names of its spans, one a line, indented below their parents, in order of their starts."""
        roots = sorted((span for span in self.spans if not span.parent_span_id), key=_start_time)
        return [list(self._lines(root, 0)) for root in roots]

    def _lines(self, span: Span, depth: int) -> Iterator[str]:
        yield "  " * depth + span.name
        for below in sorted((one for one in self.spans if one.parent_span_id == span.span_id), key=_start_time):
            yield from self._lines(below, depth + 1)


def attributes_of(span: Span) -> dict[str, str | int]:
    """The attributes of a span, by name."""
    return {one.key: getattr(one.value, str(one.value.WhichOneof("value"))) for one in span.attributes}


def _start_time(span: Span) -> tuple[int, str]:
    return span.start_time_unix_nano, span.name


@contextmanager
def trace_collector() -> Iterator[TraceCollector]:
    """A collector on a port of its own."""
    with HTTPServer(host="127.0.0.1") as server:
        collector = TraceCollector(server.url_for("").rstrip("/"))
        server.expect_request("/v1/traces", method="POST").respond_with_handler(collector.receive)
        yield collector
