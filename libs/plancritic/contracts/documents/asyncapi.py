"""The AsyncAPI document, written from the table of subjects."""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import models_json_schema

from plancritic.contracts.documents.examples import payload_of
from plancritic.contracts.documents.subjects_page import DELIVERY, ORDER, tail
from plancritic.contracts.envelope import SCHEMA_VERSION, Contract
from plancritic.contracts.errors import Fault
from plancritic.contracts.service import JobFailed
from plancritic.contracts.subjects import SUBJECTS, Kind, Subject

_PARAMETERS = {
    "namespace": {"description": "Deployment (`PLANCRITIC_NAMESPACE`).", "default": "plancritic"},
    "tenant": {"description": "Tenant (`PLANCRITIC_TENANT`).", "default": "default"},
    "session": {"description": "Session id: the conversation that runs are turns of."},
    "job": {"description": "Id of the job that is answered: its message id."},
}
_SCHEMAS = "#/components/schemas/"


def asyncapi_document() -> dict[str, Any]:
    """AsyncAPI 3.0 of all services: a channel a row, `send` and `receive` for each service that does it."""
    schemas = _schemas()
    channels: dict[str, Any] = {}
    operations: dict[str, Any] = {}
    messages: dict[str, Any] = {}
    for row in SUBJECTS:
        channel = _key(row)
        carried: list[type[Contract]] = [row.message]
        if row.kind is Kind.RESULT:
            carried.append(JobFailed)
        for model in [*carried, *([row.answer] if row.answer else [])]:
            messages[model.__name__] = _message(model)
        messages[row.message.__name__]["examples"] = [{"payload": payload_of(row)}]
        channels[channel] = _channel(row, carried)
        if row.answer is not None:
            channels[f"{channel}.reply"] = {
                "address": None,
                "description": "The inbox that the request names.",
                "messages": {row.answer.__name__: {"$ref": f"#/components/messages/{row.answer.__name__}"}},
            }
        for action, services in (("send", row.publishers), ("receive", row.consumers)):
            for service in services:
                operations[f"{service}.{action}.{channel}"] = _operation(row, channel, action, service)
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "plancritic",
            "version": f"1.{SCHEMA_VERSION}.0",
            "description": "Steer a formal planner in plain language. Written from the table of subjects.",
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": "application/json",
        "servers": {"broker": {"host": "127.0.0.1:4222", "protocol": "nats", "description": "NATS with JetStream."}},
        "channels": channels,
        "operations": operations,
        "components": {"messages": messages, "parameters": _PARAMETERS, "schemas": schemas},
    }


def _schemas() -> dict[str, Any]:
    """JSON schemas of every message, of the ends of a job and of faults, by class name."""
    models: dict[type[Contract], None] = {Fault: None, JobFailed: None}
    for row in SUBJECTS:
        models[row.message] = None
        if row.answer is not None:
            models[row.answer] = None
    # What a receiver accepts: a sender may leave out what has a default.
    _, schema = models_json_schema([(model, "validation") for model in models], ref_template=_SCHEMAS + "{model}")
    for definition in schema["$defs"].values():
        # What tells the members of a union apart has a default in Python; readers need it all the same.
        constants = [name for name, field in definition.get("properties", {}).items() if "const" in field]
        if constants:
            definition["required"] = sorted({*definition.get("required", ()), *constants})
    return dict(sorted(schema["$defs"].items()))


def _message(model: type[Contract]) -> dict[str, Any]:
    summary = (model.__doc__ or model.__name__).strip().split("\n", 1)[0]
    return {
        "name": model.__name__,
        "title": model.__name__,
        "summary": summary,
        "contentType": "application/json",
        "payload": {"$ref": _SCHEMAS + model.__name__},
    }


def _channel(row: Subject, carried: list[type[Contract]]) -> dict[str, Any]:
    names = ["namespace", "tenant"]
    names += {Kind.ASK: [], Kind.RESULT: ["session", "job"]}.get(row.kind, ["session"])
    return {
        "address": f"{{namespace}}.v{row.version}.{{tenant}}.{row.name}{tail(row)}",
        "title": _key(row),
        "description": f"{row.description} {DELIVERY[row.kind]} {ORDER[row.kind]}",
        "messages": {model.__name__: {"$ref": f"#/components/messages/{model.__name__}"} for model in carried},
        "parameters": {name: {"$ref": f"#/components/parameters/{name}"} for name in names},
    }


def _operation(row: Subject, channel: str, action: str, service: str) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "action": action,
        "channel": {"$ref": f"#/channels/{_pointer(channel)}"},
        "summary": f"{service}: {row.description}",
        "tags": [{"name": service}],
    }
    if row.answer is not None:
        operation["reply"] = {"channel": {"$ref": f"#/channels/{_pointer(channel + '.reply')}"}}
    if row.result is not None:
        operation["reply"] = {"channel": {"$ref": f"#/channels/{_pointer(_key(row.result))}"}}
    return operation


def _key(row: Subject) -> str:
    """Return the row's key: its name, from version 2 on with the version."""
    return row.name if row.version == 1 else f"{row.name}.v{row.version}"


def _pointer(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
