"""W3C trace context on every message, and spans where an exporter is configured."""

from __future__ import annotations

import os
from importlib import import_module

import structlog
from opentelemetry import propagate, trace
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

from plancritic.contracts.envelope import Envelope

_log = structlog.get_logger("plancritic.bus.observability.tracing")


def tracer_provider(service: str, instance: str) -> TracerProvider:
    """The provider for a service; it exports only where `OTEL_EXPORTER_OTLP_ENDPOINT` is set."""
    provider = TracerProvider(resource=Resource.create({"service.name": service, "service.instance.id": instance}))
    endpoint = os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT")
    if endpoint:
        try:
            exporter = import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter").OTLPSpanExporter()
        except ImportError:
            _log.error(
                "traces are not exported",
                endpoint=endpoint,
                remedy="pip install opentelemetry-exporter-otlp-proto-http",
            )
        else:
            provider.add_span_processor(BatchSpanProcessor(exporter))
    return provider


def trace_headers(envelope: Envelope) -> dict[str, str]:
    """`traceparent` of the running span, else the message's own."""
    headers: dict[str, str] = {}
    if trace.get_current_span().get_span_context().is_valid:
        propagate.inject(headers)
    headers.setdefault("traceparent", envelope.traceparent)
    return headers
