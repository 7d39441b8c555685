from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from plancritic.contracts.documents import stale_documents, write_documents
from plancritic.contracts.documents.asyncapi import asyncapi_document
from plancritic.contracts.subjects import SUBJECTS


def references(content: Any) -> set[str]:
    if isinstance(content, dict):
        own = {content["$ref"]} if isinstance(content.get("$ref"), str) else set()
        return own.union(*(references(value) for value in content.values()))
    if isinstance(content, list):
        return set().union(*(references(value) for value in content)) if content else set()
    return set()


def test_every_reference_leads_somewhere() -> None:
    document = asyncapi_document()
    for reference in references(document):
        place: Any = document
        for token in reference.removeprefix("#/").split("/"):
            place = place[token]


def test_every_row_is_a_channel_with_who_sends_and_who_receives() -> None:
    document = asyncapi_document()
    for row in SUBJECTS:
        assert row.name in document["channels"]
        for publisher in row.publishers:
            assert document["operations"][f"{publisher}.send.{row.name}"]["action"] == "send"
        for consumer in row.consumers:
            assert document["operations"][f"{consumer}.receive.{row.name}"]["action"] == "receive"


def test_answers_that_faststream_leaves_out_are_in_the_document() -> None:
    messages = asyncapi_document()["components"]["messages"]
    assert {"Solution", "JobFailed", "ServiceDescription", "RunReport"} <= messages.keys()


def test_an_edited_document_is_seen_as_stale(tmp_path: Path) -> None:
    assert len(stale_documents(tmp_path)) == 2
    assert {file.name for file in write_documents(tmp_path)} == {"asyncapi.yaml", "SUBJECTS.md"}
    assert stale_documents(tmp_path) == ()
    assert yaml.safe_load((tmp_path / "asyncapi.yaml").read_text()) == asyncapi_document()
    (tmp_path / "SUBJECTS.md").write_text("edited")
    assert stale_documents(tmp_path) == (tmp_path / "SUBJECTS.md",)
