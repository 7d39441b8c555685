"""One trace for each run: spans by OpenTelemetry, carried by messages as W3C trace context."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from opentelemetry import trace
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.trace import SpanKind
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from plancritic.contracts.envelope import Envelope
from plancritic.contracts.subjects import DESCRIBE_SERVICE

#: Where spans go: a collector's OTLP over HTTP. One of them is enough.
_ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
_TRACEPARENT = "traceparent"
#: Asked again and again to see who is there: hundreds of traces that nobody wants beside those of runs.
_UNTRACED = DESCRIBE_SERVICE.name
_propagator = TraceContextTextMapPropagator()
#: The trace that a span without a parent begins, where a message names it already.
_beginning: ContextVar[int | None] = ContextVar("beginning", default=None)


class _NamedTraces(RandomIdGenerator):
    """Ids as OpenTelemetry makes them, but a trace that a message began keeps its id."""

    def generate_trace_id(self) -> int:
        return _beginning.get() or super().generate_trace_id()


def tracer_provider(program: str, instance: str) -> TracerProvider:
    """Return the provider of a service or another program; without an endpoint its spans are dropped."""
    resource = Resource.create({"service.name": program, "service.instance.id": instance})
    provider = TracerProvider(resource=resource, id_generator=_NamedTraces(), shutdown_on_exit=False)
    if any(os.environ.get(endpoint) for endpoint in _ENDPOINTS):
        # Imported here: it takes a quarter of a second, and most programs export nothing.
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider


@contextmanager
def sending(tracer: trace.Tracer, subject: str, envelope: Envelope) -> Iterator[Envelope]:
    """Open a span for sending a message; yield the envelope that names this span.

    The span's parent is the span that runs, else what caused the message; what nothing caused begins its trace. Asking
    who is there begins none: its spans, also those of the answers, are dropped.
    """
    context = None
    if not trace.get_current_span().get_span_context().is_valid:
        if envelope.causation_id is not None:
            context = _propagator.extract({_TRACEPARENT: envelope.traceparent})
        elif subject == _UNTRACED:
            context = _propagator.extract({_TRACEPARENT: f"{envelope.traceparent[:-2]}00"})
    beginning = _beginning.set(int(envelope.traceparent.split("-")[1], 16))
    try:
        attributes = {
            "messaging.system": "nats",
            "messaging.message.id": envelope.message_id,
            "plancritic.run": envelope.correlation_id,
            "plancritic.session": envelope.session_id,
        }
        with tracer.start_as_current_span(
            f"{subject} send", context=context, kind=SpanKind.PRODUCER, attributes=attributes
        ):
            carrier: dict[str, str] = {}
            _propagator.inject(carrier)
            yield envelope.model_copy(update={_TRACEPARENT: carrier[_TRACEPARENT]})
    finally:
        _beginning.reset(beginning)


def describe_work(subject: str, envelope: Envelope, outcome: str, delivery: int) -> None:
    """Say on the span that runs which message was worked on, and what came of it."""
    trace.get_current_span().set_attributes(
        {
            "plancritic.subject": subject,
            "plancritic.run": envelope.correlation_id,
            "plancritic.session": envelope.session_id,
            "plancritic.outcome": outcome,
            "plancritic.delivery": delivery,
        }
    )
