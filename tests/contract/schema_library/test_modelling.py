"""Descriptions carried to their interpretations by copies of the schema library and a validator, on a real broker."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from pathlib import Path
from typing import Any

import pytest
from tests.support.descriptions import CASES, recordings
from tests.support.services import running

from plancritic.bus import BusSettings, Client
from plancritic.client import ModellingEnd, PlancriticClient, UnknownLibrary
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.modelling.known_problem import KnownProblem
from plancritic.contracts.modelling.messages import (
    DecideCombinations,
    DomainDescribed,
    DomainModelled,
    KnownFit,
    ModellingProgressed,
    ModellingRefused,
)
from plancritic.domains.descriptions import read_description
from plancritic.domains.knowledge import declared_steps, read_feedback
from plancritic.llm import LanguageModelSettings
from plancritic.paths import cache_folder
from plancritic.pddl.language import parse_domain, parse_problem
from plancritic.schema_library.app import build_app
from plancritic.schema_library.settings import SchemaLibrarySettings
from plancritic.validator import app as validator
from plancritic.validator.settings import ValidatorSettings

NO_MODEL = LanguageModelSettings(base_url=None, api_key=None, model=None)
LIBRARYWORLD = read_description(CASES / "libraryworld" / "description.yaml")


@pytest.fixture
async def client_of_two_copies(client: Client, bus_settings: BusSettings) -> AsyncIterator[Client]:
    settings = SchemaLibrarySettings(cache=cache_folder(), part_size=6, parts=4, patience=60)
    async with running(
        build_app(settings, bus_settings, endpoint=NO_MODEL),
        build_app(settings, bus_settings, endpoint=NO_MODEL),
        validator.build_app(ValidatorSettings(), bus_settings),
    ):
        yield client


#: A problem that is more than facts.
TIMED = (LIBRARYWORLD.problem or "").replace("(:init ", "(:init (at 5 (on-table book1)) ")


def described(**changes: Any) -> DomainDescribed:
    usual = {
        "envelope": Envelope.start(),
        "description": LIBRARYWORLD,
        "described_in": "layman",
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
    assert any("take-from-table is possible even if" in each for each in ended.interpretations[1].differences)
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
    assert (summary.domain, summary.described_in, len(summary.instances)) == ("libraryworld", "layman", 10)
    shown = await client.library(summary.library[:4])
    unfiltered = await client.library_of(ended)
    assert [each.text for each in shown.candidates] == [each.text for each in unfiltered.candidates]
    assert unfiltered.filter is None
    assert shown.filter is not None
    assert not shown.unscored
    assert all(each.similarity is not None for each in shown.candidates)
    assert len(shown.candidates) == ended.counts.candidates == 11
    assert any(each.corrections for each in shown.candidates)
    assert await client.modelled(ended.envelope.correlation_id[:8]) == ended


async def test_a_library_is_known_by_every_id_that_its_run_returns(client_of_two_copies: Client) -> None:
    client = PlancriticClient(client_of_two_copies)
    _, ended = await end_of(client_of_two_copies, described(epsilon=0.2))
    assert isinstance(ended, DomainModelled)
    had = await client.library_of(ended)
    assert had.filter == ended.filter
    assert {each.kept for each in had.candidates} == {True, False}
    for name in (ended.envelope.correlation_id, ended.envelope.correlation_id[:8], ended.library):
        assert await client.library(name) == had
    assert ended.library_id is not None
    kept = await client.library(ended.library_id)
    assert [each.text for each in kept.candidates] == [each.text for each in had.candidates]
    assert kept.filter is not None
    with pytest.raises(UnknownLibrary, match="no library begins with 'no-such"):
        await client.library("no-such-library")


async def test_a_generated_library_has_the_filters_scores(client_of_two_copies: Client) -> None:
    _, ended = await end_of(client_of_two_copies, described(until="library", epsilon=0.2))
    assert isinstance(ended, DomainModelled)
    assert ended.filter is not None
    library = await PlancriticClient(client_of_two_copies).library_of(ended)
    assert ended.counts.kept == sum(each.kept for each in library.candidates)
    assert all(each.similarity is not None for each in library.candidates)


async def test_recordings_of_two_folders_are_two_libraries(client_of_two_copies: Client) -> None:
    answers = recordings("libraryworld", "layman")
    for kept in (answers, dict(list(answers.items())[:3])):
        await end_of(client_of_two_copies, described(until="library", answers=kept))
    found = (await PlancriticClient(client_of_two_copies).libraries()).libraries
    assert sorted(len(each.instances) for each in found) == [3, 10]


async def test_with_the_filter_interpretations_have_similarities_and_its_outcome_is_told(
    client_of_two_copies: Client,
) -> None:
    progress, ended = await end_of(client_of_two_copies, described(epsilon=0.2))
    assert isinstance(ended, DomainModelled)
    assert ended.filter is not None
    assert ended.filter.epsilon <= ended.filter.asked == 0.2
    assert all(each.similarity is not None and each.near for each in ended.interpretations)
    best = [each.similarity for each in ended.interpretations]
    assert best == sorted(best, key=lambda each: -(each or 0))
    assert [each.text for each in progress if each.phase == "filter"] == [ended.filter.text]


async def test_by_agreement_both_readings_of_the_wrong_sentence_stay_to_be_picked_from(
    client_of_two_copies: Client,
) -> None:
    request = described(
        description=read_description(CASES / "wrong-sentence" / "description.yaml"),
        described_in="detailed",
        answers=recordings("wrong-sentence", "detailed"),
        epsilon=0.2,
        score="agreement",
    )
    _, ended = await end_of(client_of_two_copies, request)
    assert isinstance(ended, DomainModelled)
    assert ended.filter is not None
    assert (ended.filter.score, ended.filter.threshold, ended.filter.epsilon) == ("agreement", 1, 0.2)
    assert ended.counts.kept == ended.counts.candidates == 7
    assert [len(each.plan.splitlines()) for each in ended.interpretations] == [6, 8]
    library = await PlancriticClient(client_of_two_copies).library_of(ended)
    assert [each.behind for each in library.candidates if each.action == "take-from-table"] == [0, 1]


async def test_what_is_known_makes_the_true_set_the_first_and_starts_are_proved(client_of_two_copies: Client) -> None:
    description = read_description(CASES / "narrow-sentence" / "description.yaml")
    known = read_feedback(CASES / "narrow-sentence" / "known", declared_steps(description))
    request = described(
        description=description,
        described_in="detailed",
        answers=recordings("narrow-sentence", "detailed"),
        ranking="votes",
    )
    _, before = await end_of(client_of_two_copies, request)
    told = request.model_copy(update={"envelope": Envelope.start(), "known": known, "most_starts": 10})
    progress, ended = await end_of(client_of_two_copies, told)
    assert isinstance(before, DomainModelled)
    assert isinstance(ended, DomainModelled)
    assert [len(each.plan.splitlines()) for each in before.interpretations] == [6, 4]
    assert (before.known, before.starts) == (None, ())
    first, other = ended.interpretations
    assert len(first.plan.splitlines()) == 4
    assert (first.rank, first.sets, first.agreeing, first.against) == (1, 2, 1, ())
    assert "(hands-free)" in str(parse_domain(first.domain).actions["return-book"].conditions_at_start)
    assert "step 4 (place-on-shelf book1 book2 fiction) is refused" in other.against[0]
    assert ended.known == KnownFit(known=2, interpretations=2, contradicting=1, sets=4, contradicting_sets=3)
    assert "1 of 2 contradict what is known" in next(each.text for each in progress if each.phase == "proofs")
    # What contradicts is no better start than what hides: of each interpretation the sets that agree best are given.
    assert [each.interpretation for each in ended.starts] == [1, 2]
    assert [each.domain for each in ended.starts] == [first.domain, other.domain]
    assert [each.against for each in ended.starts] == [first.against, other.against]


async def test_the_filter_goes_back_as_far_as_what_is_known_needs(client_of_two_copies: Client) -> None:
    """By agreement the one right writer of ten is behind; a plan of his keeps him."""
    description = read_description(CASES / "narrow-sentence" / "description.yaml")
    wrong, _, right = recordings("narrow-sentence", "detailed").values()
    request = described(
        description=description,
        described_in="detailed",
        answers={f"{number:02}": wrong for number in range(1, 10)} | {"10": right},
        epsilon=0.2,
        score="agreement",
    )
    _, cut = await end_of(client_of_two_copies, request)
    known = read_feedback(CASES / "narrow-sentence" / "known", declared_steps(description))
    told = request.model_copy(update={"envelope": Envelope.start(), "known": known})
    _, ended = await end_of(client_of_two_copies, told)
    assert isinstance(cut, DomainModelled)
    assert isinstance(ended, DomainModelled)
    assert cut.filter is not None
    assert ended.filter is not None
    assert (cut.filter.epsilon, len(cut.interpretations)) == (0.2, 1)
    assert ended.filter.epsilon < 0.2
    assert "agrees best with what is known was dropped" in ended.filter.text
    assert not ended.interpretations[0].against


@pytest.mark.slow
async def test_a_redelivered_description_that_has_its_end_is_not_worked_on_again(client_of_two_copies: Client) -> None:
    wanted = described()
    _, first = await end_of(client_of_two_copies, wanted)
    # Without an id of its own the broker cannot know that it is the same.
    target = client_of_two_copies.naming.publish(subjects.DOMAIN_DESCRIBED, wanted.envelope)
    await client_of_two_copies.jetstream.publish(target, wanted.model_dump_json().encode())
    ends = []
    async with aclosing(
        client_of_two_copies.watch(wanted.envelope.session_id, subjects=(subjects.DOMAIN_MODELLED,))
    ) as events:
        with suppress(TimeoutError):
            while True:
                ends.append((await asyncio.wait_for(anext(events), 3)).message)
    assert ends == [first]


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        (
            {"description": LIBRARYWORLD.model_copy(update={"problem": TIMED}), "epsilon": 0.2},
            "the problem has timed facts",
        ),
        ({"description": LIBRARYWORLD.model_copy(update={"problem": None})}, "has no problem"),
        ({"description": LIBRARYWORLD.model_copy(update={"problem": "(define (problem"})}, ""),
        (
            {"known": (KnownProblem(text=LIBRARYWORLD.problem or "", plans=((("fly", "book1"),),)),)},
            "there is no action 'fly'",
        ),
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
