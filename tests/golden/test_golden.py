"""Seeded results are what they were: a difference is wanted (then `python -m tests.golden --write`) or a fault."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.golden.recording import DATA, STATEMENTS, recorded_data, recorded_runs, runs_file
from tests.support.stack import whole_system

from plancritic.bus import Client
from plancritic.local import LocalStack

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def system() -> Iterator[LocalStack]:
    with whole_system() as stack:
        yield stack


def same(file: Path, now: str) -> None:
    before = file.read_text(encoding="utf-8")
    lines = difflib.unified_diff(before.splitlines(), now.splitlines(), f"recorded in {file.name}", "now", lineterm="")
    assert before == now, "\n".join(("a seeded result has changed; `python -m tests.golden --write` if wanted", *lines))


@pytest.mark.parametrize("domain", STATEMENTS)
async def test_seeded_runs_give_what_was_recorded(system: LocalStack, domain: str) -> None:
    async with Client.connect(system.settings, "golden") as client:
        same(runs_file(domain), await recorded_runs(client, domain))


def test_the_small_data_set_is_what_was_recorded() -> None:
    same(DATA, recorded_data())
