"""FastStream's counters by rows of the table of subjects.

FastStream's own middleware counts by subject. Ours end in the ids of sessions and jobs, and replies go to an inbox of
their own: every run would add time series that are never forgotten.
"""

from __future__ import annotations

from faststream.message import StreamMessage
from faststream.nats.prometheus.provider import NatsMetricsSettingsProvider
from faststream.prometheus import ConsumeAttrs, PrometheusMiddleware
from faststream.response import PublishCommand
from nats.aio.msg import Msg
from prometheus_client import CollectorRegistry

from plancritic.contracts.subjects import Kind

#: A subject of ours: namespace, version, tenant, kind, noun, verb, and what comes after.
_KIND, _ROW = 3, slice(3, 6)


def destination(subject: str) -> str:
    """Return the name of the row that a subject is of; `reply` for an inbox, `other` for what is none of ours."""
    if subject.startswith("_INBOX"):
        return "reply"
    tokens = subject.split(".")
    if len(tokens) >= _ROW.stop and tokens[_KIND] in set(Kind):
        return ".".join(tokens[_ROW])
    return "other"


class _ByRow(NatsMetricsSettingsProvider):
    __slots__ = ()

    def get_consume_attrs_from_message(self, msg: StreamMessage[Msg]) -> ConsumeAttrs:
        found = super().get_consume_attrs_from_message(msg)
        found["destination_name"] = destination(msg.raw_message.subject)
        return found

    def get_publish_destination_name_from_cmd(self, cmd: PublishCommand) -> str:
        return destination(cmd.destination)


def message_counters(registry: CollectorRegistry, service: str) -> PrometheusMiddleware[Msg, PublishCommand]:
    """Return the middleware that counts a service's messages."""
    return PrometheusMiddleware(settings_provider_factory=lambda _: _ByRow(), registry=registry, app_name=service)
