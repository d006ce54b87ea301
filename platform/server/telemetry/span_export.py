"""Records spans with OpenTelemetry and sends them to a collector; only `server.telemetry.start` imports this module."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from opentelemetry import context, trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
from opentelemetry.trace import Link, SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from core.spans import Value

HEADER = "traceparent"
_propagator = TraceContextTextMapPropagator()


class RecordedSpan:
    """A span of OpenTelemetry as `core.spans` uses it."""

    def __init__(self, span: trace.Span) -> None:
        self._span = span

    def set(self, attributes: Mapping[str, Value], *, name: str | None = None) -> None:
        self._span.set_attributes(attributes)
        if name is not None:
            self._span.update_name(name)


class SpanRecorder:
    """Sends spans in batches from a thread of its own; if the collector is unreachable, spans are dropped."""

    def __init__(self, endpoint: str, *, share: float, version: str) -> None:
        """`share` is the part of the requests that is traced, from 0 to 1."""
        resource = Resource.create({"service.name": "pulseboard", "service.version": version})
        self._provider = TracerProvider(sampler=ParentBased(TraceIdRatioBased(share)), resource=resource)
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(f"{endpoint}/v1/traces")))
        self._tracer = self._provider.get_tracer("pulseboard")

    @contextmanager
    def start(self, name: str, *, parent: str | None, links: Iterable[str], is_request: bool) -> Iterator[RecordedSpan]:
        """Run a span. After an exception, it has the exception's type but not its text, which may quote a user."""
        linked = [Link(trace.get_current_span(_context_of(link)).get_span_context()) for link in links]
        with self._tracer.start_as_current_span(
            name,
            context=context.Context() if is_request else _context_of(parent) if parent else None,
            kind=SpanKind.SERVER if is_request else SpanKind.INTERNAL,
            links=linked,
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                yield RecordedSpan(span)
            except BaseException as error:
                span.set_status(Status(StatusCode.ERROR, type(error).__name__))
                raise

    @contextmanager
    def inside(self, position: str) -> Iterator[None]:
        token = context.attach(_context_of(position))
        try:
            yield
        finally:
            context.detach(token)

    def position(self) -> str | None:
        carrier: dict[str, str] = {}
        _propagator.inject(carrier)
        return carrier.get(HEADER)

    def stop(self) -> None:
        """Send the spans that are left, and end the thread."""
        self._provider.shutdown()


def _context_of(position: str) -> context.Context:
    return _propagator.extract({HEADER: position})
