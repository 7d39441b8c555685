"""The payloads that the documents show are read by the classes of their rows."""

from __future__ import annotations

import json

import pytest

from plancritic.contracts import subjects
from plancritic.contracts.documents.asyncapi import asyncapi_document
from plancritic.contracts.documents.examples import ANSWERS, PAYLOADS, payload_of
from plancritic.contracts.documents.subjects_page import subjects_page
from plancritic.contracts.envelope import Contract
from plancritic.contracts.subjects import SUBJECTS, Subject


def known_fields(value: object, read: object) -> None:
    """Every field of an example is one of the message, at every depth."""
    if isinstance(read, Contract) and isinstance(value, dict):
        assert value.keys() <= type(read).model_fields.keys()
        for name, inner in value.items():
            known_fields(inner, getattr(read, name))
    elif isinstance(read, list | tuple) and isinstance(value, list):
        for inner, one in zip(value, read, strict=True):
            known_fields(inner, one)


@pytest.mark.parametrize("row", SUBJECTS, ids=lambda row: f"{row.name} v{row.version}")
def test_an_example_is_a_message_of_its_row(row: Subject) -> None:
    payload = payload_of(row)
    known_fields(payload, row.message.model_validate_json(json.dumps(payload)))
    if row.answer is not None:
        answer = ANSWERS[row.name]
        known_fields(answer, row.answer.model_validate_json(json.dumps(answer)))


def test_every_row_and_no_other_has_an_example_on_the_page_and_in_the_document() -> None:
    names = {row.name for row in SUBJECTS}
    assert PAYLOADS.keys() == names
    assert ANSWERS.keys() == {row.name for row in SUBJECTS if row.answer is not None}
    page = subjects_page()
    assert all(f"### {name}\n" in page or f"### {name} (version 1)\n" in page for name in names)
    messages = asyncapi_document()["components"]["messages"]
    assert all(messages[row.message.__name__]["examples"] == [{"payload": payload_of(row)}] for row in SUBJECTS)


def test_what_an_example_gives_up_is_a_statement_of_it_and_the_row_says_when_sessions_are_published() -> None:
    payload = PAYLOADS["event.plan.revised"]
    told = {each["statement"]["id"]: each["explanation"] for each in payload["statements"]}
    assert {each["statement"]: each["explanation"] for each in payload["given_up"]}.items() <= told.items()
    assert "reported as done" in subjects.SESSION_REVISED.description
