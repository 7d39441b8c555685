"""Logs to stderr: JSON for machines, plain for a terminal, always with run, session and message."""

from __future__ import annotations

import logging
import sys
from typing import Any

import orjson
import structlog
from structlog.contextvars import bound_contextvars

from plancritic.bus.settings import BusSettings
from plancritic.contracts.envelope import Envelope

#: Libraries whose chatter at `info` says nothing of our work.
_QUIET = ("uvicorn.access", "uvicorn.error", "asyncio", "nats", "httpx2", "httpcore2", "openai", "faststream")


def configure_logging(settings: BusSettings, service: str, instance: str) -> None:
    """Send structlog and the standard library's loggers (FastStream, uvicorn, nats) through one pipe to stderr."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _stamp(service, instance),
    ]
    text = settings.log_format == "text" or (settings.log_format == "auto" and sys.stderr.isatty())
    final: list[Any] = (
        [
            # Without the values of variables: some are secrets.
            structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback)
        ]
        if text
        else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(serializer=_json)]
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(settings.log_level),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *final],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level.upper())
    for name in _QUIET:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))


def bound_envelope(envelope: Envelope) -> Any:
    """Return a context in which every log line names the run, the session and the message."""
    return bound_contextvars(
        correlation_id=envelope.correlation_id, session_id=envelope.session_id, message_id=envelope.message_id
    )


def _stamp(service: str, instance: str) -> Any:
    def add(_: Any, __: str, event: dict[str, Any]) -> dict[str, Any]:
        event.setdefault("service", service)
        event.setdefault("instance", instance)
        return event

    return add


def _json(value: Any, **options: Any) -> str:
    return orjson.dumps(value, default=options.get("default") or str).decode()
