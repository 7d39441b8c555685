"""The bus: connecting, streams, durable work with typed answers, asks, events, health, logs, metrics, traces, shutdown.

A service is a `Service`, any other program a `Client`. Promises of delivery are in README.md.
"""

from plancritic.bus.app import Service
from plancritic.bus.client import Client
from plancritic.bus.durable.event_runs import EventRuns, RunRows
from plancritic.bus.durable.work import Postponed, Work
from plancritic.bus.errors import (
    BrokerUnavailable,
    Conflict,
    LeaseLost,
    NotProvisioned,
    ObjectMissing,
    PayloadTooLarge,
    RequestTimedOut,
    ServiceUnavailable,
    Superseded,
)
from plancritic.bus.observability.logging import configure_logging
from plancritic.bus.provision import Change, provision
from plancritic.bus.settings import BusSettings
from plancritic.bus.stores import Bucket, Entry
from plancritic.bus.streams import BucketName
from plancritic.bus.watch import Event, Heading

__all__ = [
    "BrokerUnavailable",
    "Bucket",
    "BucketName",
    "BusSettings",
    "Change",
    "Client",
    "Conflict",
    "Entry",
    "Event",
    "EventRuns",
    "Heading",
    "LeaseLost",
    "NotProvisioned",
    "ObjectMissing",
    "PayloadTooLarge",
    "Postponed",
    "RequestTimedOut",
    "RunRows",
    "Service",
    "ServiceUnavailable",
    "Superseded",
    "Work",
    "configure_logging",
    "provision",
]
