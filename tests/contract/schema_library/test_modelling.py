"""Descriptions carried to their interpretations by copies of the schema library and a validator, on a real broker."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest
from tests.support.descriptions import CASES, recordings
from tests.support.services import running

from plancritic.bus import BusSettings, Client
from plancritic.client import ModellingEnd, PlancriticClient
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.modelling.messages import (
    DecideCombinations,
    DomainDescribed,
    DomainModelled,
    ModellingProgressed,
    ModellingRefused,
)
from plancritic.llm import LanguageModelSettings
from plancritic.pddl.language import parse_domain, parse_problem
from plancritic.schema_library.app import build_app
from plancritic.schema_library.description_file import read_description
from plancritic.schema_library.settings import SchemaLibrarySettings
from plancritic.validator import app as validator
from plancritic.validator.settings import ValidatorSettings

NO_MODEL = LanguageModelSettings(base_url=None, api_key=None, model=None)
LIBRARYWORLD = read_description(CASES / "libraryworld" / "description.yaml")


@pytest.fixture
async def client_of_two_copies(client: Client, bus_settings: BusSettings, tmp_path: Path) -> AsyncIterator[Client]:
    settings = SchemaLibrarySettings(cache=tmp_path, part_size=6, parts=4, patience=60)
    async with running(
        build_app(settings, bus_settings, endpoint=NO_MODEL),
        build_app(settings, bus_settings, endpoint=NO_MODEL),
        validator.build_app(ValidatorSettings(), bus_settings),
    ):
        yield client


def described(**changes: Any) -> DomainDescribed:
    usual = {
        "envelope": Envelope.start(),
        "description": LIBRARYWORLD,
        "style": "layman",
        "answers": recordings("libraryworld", "layman"),
        "epsilon": None,
    }
    return DomainDescribed(**(usual | changes))


async def end_of(client: Client, request: DomainDescribed) -> tuple[list[ModellingProgressed], ModellingEnd]:
    progress: list[ModellingProgressed] = []
    handed_in = await PlancriticClient(client).describe(request)
    async with aclosing(handed_in.follow(silence=60)) as events:
        async for event in events:
            if isinstance(event, ModellingEnd):
                return progress, event
            progress.append(event)
    raise AssertionError("no end")


async def test_a_description_becomes_ranked_interpretations_with_proved_plans(client_of_two_copies: Client) -> None:
    progress, ended = await end_of(client_of_two_copies, described())
    assert isinstance(ended, DomainModelled)
    counts = ended.combinations
    assert counts is not None
    assert (counts.all, counts.kept, counts.undecided) == (24, 24, 0)
    assert counts.solvable + counts.unsolvable == 24
    assert sum(each.sets for each in ended.interpretations) == counts.solvable
    assert counts.distinct_plans == len(ended.interpretations) == 3
    assert [each.rank for each in ended.interpretations] == [1, 2, 3]
    assert {each.proof.ruling for each in ended.interpretations} == {"accepted"}
    assert not ended.interpretations[0].differences
    assert any("take-from-table does not need" in each for each in ended.interpretations[1].differences)
    assert ended.problem is not None
    for each in ended.interpretations:
        assert (
            parse_problem(ended.problem, parse_domain(each.domain)).domain.actions.keys() == LIBRARYWORLD.actions.keys()
        )
    decided = [each for each in progress if each.phase == "combinations"]
    assert decided[-1].done == decided[-1].total == 24
    assert len(decided) > 2, "the product was decided in parts"


@pytest.mark.parametrize("part_size", [1, 100])
async def test_parts_of_a_product_make_the_same_interpretations_as_the_whole(
    client: Client, bus_settings: BusSettings, tmp_path: Path, part_size: int
) -> None:
    settings = SchemaLibrarySettings(cache=tmp_path, part_size=part_size, parts=24, patience=60)
    async with running(
        build_app(settings, bus_settings, endpoint=NO_MODEL),
        validator.build_app(ValidatorSettings(), bus_settings),
    ):
        progress, ended = await end_of(client, described(ranking="votes"))
    assert isinstance(ended, DomainModelled)
    assert len([each for each in progress if each.phase == "combinations"]) == (25 if part_size == 1 else 2)
    assert [(each.sets, each.votes, len(each.plan.splitlines())) for each in ended.interpretations] == [
        (6, 55, 8),
        (6, 47, 6),
        (6, 39, 6),
    ]


async def test_a_library_is_kept_and_shown(client_of_two_copies: Client) -> None:
    client = PlancriticClient(client_of_two_copies)
    _, ended = await end_of(client_of_two_copies, described(until="library"))
    assert isinstance(ended, DomainModelled)
    assert not ended.interpretations
    (summary,) = (await client.libraries()).libraries
    assert (summary.domain, summary.style, len(summary.instances)) == ("libraryworld", "layman", 10)
    shown = (await client.library(summary.library[:4])).library
    assert {each.text for each in shown.candidates} == {each.text for each in ended.library.candidates}
    assert any(each.corrections for each in shown.candidates)
    assert await client.modelled(ended.envelope.correlation_id[:8]) == ended


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"description": LIBRARYWORLD.model_copy(update={"problem": None})}, "has no problem"),
        ({"description": LIBRARYWORLD.model_copy(update={"problem": "(define (problem"})}, ""),
        ({"answers": {"01": "I cannot help with that."}}, "no usable schema for the action 'take-from-table'"),
        ({"answers": {}}, "no language model is configured"),
    ],
)
async def test_what_cannot_be_modelled_ends_with_the_reason(
    client_of_two_copies: Client, changes: dict[str, Any], part: str
) -> None:
    _, ended = await end_of(client_of_two_copies, described(**changes))
    assert isinstance(ended, ModellingRefused)
    assert part in ended.fault.message
    assert ended.fault.remedy


async def test_a_problem_that_no_set_solves_ends_without_interpretations_and_says_so(
    client_of_two_copies: Client,
) -> None:
    assert LIBRARYWORLD.problem is not None
    problem = LIBRARYWORLD.problem.replace("(book-request book4)", "")
    impossible = LIBRARYWORLD.model_copy(update={"problem": problem})
    _, ended = await end_of(client_of_two_copies, described(description=impossible))
    assert isinstance(ended, DomainModelled)
    assert ended.combinations is not None
    assert ended.combinations.unsolvable == 24
    assert "proved" in ended.text


async def test_a_box_of_another_library_is_refused(client_of_two_copies: Client) -> None:
    task = b'{"skeleton": "(define (domain d) (:predicates (p)))", "problem": "(define (problem q) (:domain d) (:init) '
    task += b'(:goal (p)))", "candidates": {"make": ["(:action make :parameters () :effect (p))"]}}'
    key = await client_of_two_copies.put_passing(task)
    job = DecideCombinations(envelope=Envelope.start(), task=key, box=((0, 1),))
    with pytest.raises(ContractError) as refused:
        await client_of_two_copies.request(job, subjects.DECIDE_COMBINATIONS, timeout=30)
    assert refused.value.fault.code is FaultCode.INVALID_MESSAGE
