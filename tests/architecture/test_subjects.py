"""The table of subjects against the classes, the written documents and the services."""

from __future__ import annotations

import importlib
import importlib.util
from collections import Counter
from pathlib import Path

import pytest

import plancritic.contracts
from plancritic.bus import BusSettings, Service
from plancritic.bus.streams import is_durable
from plancritic.contracts.documents import stale_documents
from plancritic.contracts.envelope import Message
from plancritic.contracts.service import JobFailed
from plancritic.contracts.subjects import DESCRIBE_SERVICE, NEWEST, SUBJECTS, Kind

CONTRACTS = Path(plancritic.contracts.__file__).parent
SERVICES = sorted({service for row in SUBJECTS for service in row.consumers} - {"client"})


def every_message() -> set[type[Message]]:
    for module in CONTRACTS.glob("*.py"):
        if module.stem != "__main__":
            importlib.import_module(f"plancritic.contracts.{module.stem}")
    found: set[type[Message]] = set()
    waiting = [Message]
    while waiting:
        for child in waiting.pop().__subclasses__():
            if child.__module__.startswith("plancritic."):
                found.add(child)
                waiting.append(child)
    return found


def test_class_and_subject_correspond_one_to_one() -> None:
    carried = Counter(row.message for row in SUBJECTS)
    assert set(carried.values()) == {1}
    # The one message that stands on every result row in place of its own.
    assert every_message() - {JobFailed} == set(carried)
    assert len({(row.name, row.version) for row in SUBJECTS}) == len(SUBJECTS)


def test_every_version_of_a_row_is_for_the_same_services() -> None:
    for row in SUBJECTS:
        (newest,) = [each for each in NEWEST if each.name == row.name]
        assert (row.kind, row.publishers, row.consumers) == (newest.kind, newest.publishers, newest.consumers)
        assert row.version <= newest.version


def test_every_job_has_a_result_and_every_ask_an_answer() -> None:
    for row in SUBJECTS:
        assert (row.result is not None) == (row.kind is Kind.JOB), row.name
        assert (row.answer is not None) == (row.kind is Kind.ASK), row.name
        if row.result is not None:
            assert row.result.kind is Kind.RESULT
            assert row.result in SUBJECTS
            assert row.result.publishers == row.consumers
            assert row.result.message.model_fields["kind"].default


def test_a_job_is_taken_by_the_service_it_is_named_after() -> None:
    for row in SUBJECTS:
        if row.kind is Kind.JOB:
            assert row.consumers == (row.noun,)


def test_the_written_documents_are_up_to_date() -> None:
    assert stale_documents(CONTRACTS) == (), "run `make docs`"


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_takes_exactly_its_rows_of_the_table(name: str) -> None:
    service = built(name)
    taken = [row for row in SUBJECTS if name in row.consumers and (is_durable(row) or row.kind is Kind.ASK)]
    assert Counter(row.name for row in service.rows) == Counter(row.name for row in taken)
    assert DESCRIBE_SERVICE in service.rows


def built(name: str) -> Service:
    app = importlib.import_module(f"plancritic.{name}.app")
    service = app.build_app(bus=BusSettings(nats_url="nats://127.0.0.1:1"))
    assert isinstance(service, Service)
    return service
