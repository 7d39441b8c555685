"""A run goes on from each of its checkpoints as if nothing had happened; stand-ins answer for the workers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, get_args

import pytest
from pydantic import ValidationError
from tests.support.builders import feedback_submitted
from tests.support.sayings import GUESSED, MEANT, TEXTS, Sayings

from plancritic.contracts.envelope import Message
from plancritic.contracts.feedback import PlanRevised, SearchSettings
from plancritic.contracts.runs import RunStarted
from plancritic.contracts.subjects import PLAN_REVISED, RUN_STARTED, Subject
from plancritic.coordinator.checkpoints.beginning import first_checkpoint
from plancritic.coordinator.checkpoints.checkpoint import PhaseName, RunCheckpoint
from plancritic.coordinator.checkpoints.deadline import seconds_left, seconds_since_start
from plancritic.coordinator.checkpoints.known_answers import RememberingWorkers
from plancritic.coordinator.phases.parts import RunParts
from plancritic.coordinator.problem.situation import Situation, situation_of
from plancritic.coordinator.runs.run import PHASES, continue_run, start_run
from plancritic.domains import load_domain


@dataclass
class Recorded:
    """A run with its checkpoints, as written, each with the requests that had been answered before it."""

    result: PlanRevised
    sayings: Sayings
    checkpoints: list[tuple[str, frozenset[Any]]]
    events: list[tuple[Message, Subject]]


async def carried(checkpoint: RunCheckpoint, situation: Situation, begin: bool = False) -> Recorded:
    """The run from this checkpoint on, by workers that know nothing of what was asked before."""
    sayings = Sayings()
    kept: list[tuple[str, frozenset[Any]]] = []
    events: list[tuple[Message, Subject]] = []

    async def publish(message: Message, subject: Subject) -> None:
        events.append((message, subject))

    async def keep(stored: RunCheckpoint) -> None:
        kept.append((stored.model_dump_json(), frozenset(sayings.asked)))

    workers = RememberingWorkers(sayings, checkpoint.submitted.envelope, checkpoint.answers)
    go = start_run if begin else continue_run
    result = await go(checkpoint, RunParts(situation, workers, publish, keep))
    return Recorded(result, sayings, kept, events)


def first(**settings: Any) -> tuple[RunCheckpoint, Situation]:
    submitted = feedback_submitted(*TEXTS, settings=SearchSettings(**{"seed": 3, **settings}))
    situation = situation_of(submitted, load_domain("waterway"))
    return first_checkpoint(submitted, situation.reference), situation


def without_times(result: PlanRevised) -> dict[str, Any]:
    """All of a result but its times."""
    return result.model_dump(exclude={"timings": True, "envelope": {"traceparent"}})


def events_of(run: Recorded) -> list[dict[str, Any]]:
    """What was published, but for times."""
    times = {"envelope": {"traceparent"}, "elapsed_seconds": True}
    return [message.model_dump(exclude=times) for message, _ in run.events]


@pytest.mark.parametrize("preset", ["ours", "code", "paper"])
async def test_a_run_goes_on_from_every_checkpoint_to_the_same_result_and_asks_nothing_again(preset: str) -> None:
    beginning, situation = first(preset=preset, population=6, generations=3, least_generations=3)
    whole = await carried(beginning, situation, begin=True)
    assert whole.result.generations == 3
    if preset == "ours":
        # Each of these comes of a phase of its own: none was left out.
        said = {each.statement.id: each for each in whole.result.statements}
        assert said["s1"].constraints == (MEANT,), "the scorer has turned the order of the readings round"
        assert (said["s2"].constraints, said["s2"].verdict) == ((GUESSED,), "unconfirmed")
        assert "(proved)" in said["s3"].explanation
    written = [RunCheckpoint.model_validate_json(text) for text, _ in whole.checkpoints]
    # Nobody is asked who does not say that they answer, a wish is no question, and in a first turn nothing clashes.
    order = [*(name for name, _ in PHASES), "over"]
    assert order == list(get_args(PhaseName))
    places = [order.index(each.phase) for each in written]
    assert places == sorted(places), "no phase goes back"
    assert {each.phase for each in written} == set(order) - {
        "naming",
        "answering",
        "asking",
        "clashing",
        "settling",
    }
    assert [each.search.generation for each in written if each.search is not None] == [0, 1, 2, 3]
    for checkpoint, (_, answered) in zip(written, whole.checkpoints, strict=True):
        again = await carried(checkpoint, situation)
        where = f"from {checkpoint.phase}"
        assert without_times(again.result) == without_times(whole.result), where
        assert events_of(again) == events_of(whole)[len(whole.events) - len(again.events) :], where
        assert not answered & set(again.sayings.asked), where
        assert answered | set(again.sayings.asked) == set(whole.sayings.asked), where


async def test_a_run_asks_for_nothing_twice() -> None:
    whole = await carried(*first(population=6, generations=2, least_generations=2), begin=True)
    assert len(whole.sayings.asked) == len(set(whole.sayings.asked))


async def test_the_start_of_a_run_tells_all_that_its_result_depends_on() -> None:
    beginning, situation = first(seed=None, deadline_seconds=50.0, evidence=None)
    whole = await carried(beginning, situation, begin=True)
    message, subject = whole.events[0]
    assert subject is RUN_STARTED
    assert isinstance(message, RunStarted)
    assert message.problem == situation.reference
    settings = message.settings
    assert (settings.evidence, settings.mutation, settings.rates) == (("scorer", "check"), "lexicon", "adaptive")
    assert (settings.guesses, settings.seed) == (True, None)
    assert message.deadline is not None
    assert (message.deadline - message.started).total_seconds() == 50.0
    assert first()[0].started.deadline is None, "deterministic mode has none"


async def test_nothing_in_a_checkpoint_changes_while_the_run_goes_on_from_it() -> None:
    beginning, situation = first(population=6, generations=2, least_generations=2)
    whole = await carried(beginning, situation, begin=True)
    for text, _ in whole.checkpoints:
        checkpoint = RunCheckpoint.model_validate_json(text)
        await carried(checkpoint, situation)
        assert checkpoint.model_dump() == RunCheckpoint.model_validate_json(text).model_dump()
        with pytest.raises(ValidationError):
            checkpoint.phase = "over"  # type: ignore[misc]


async def test_a_deadline_that_has_passed_holds_for_whoever_continues_the_run() -> None:
    beginning, situation = first(seed=None, population=6, generations=3, least_generations=3)
    whole = await carried(beginning, situation, begin=True)
    (text, _) = next(each for each in whole.checkpoints if '"phase":"search"' in each[0])
    checkpoint = RunCheckpoint.model_validate_json(text)
    again = await carried(checkpoint.model_copy(update={"seconds_used": 1_000.0}), situation)
    assert whole.result.ended != "deadline"
    assert again.result.ended == "deadline"


def test_the_clocks_of_two_copies_are_never_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 5_000.0
    monkeypatch.setattr("plancritic.coordinator.checkpoints.checkpoint.clock", lambda: now)
    beginning, _ = first(seed=None, deadline_seconds=50.0)
    now += 20.0
    stored = beginning.with_time_noted()
    assert seconds_left(stored) == seconds_left(beginning) == 30.0
    # Another copy, whose clock is days ahead, goes on where the first one left off.
    now += 300_000.0
    taken_over = RunCheckpoint.model_validate_json(stored.model_dump_json())
    assert seconds_left(taken_over) == 30.0
    now += 10.0
    assert seconds_left(taken_over.model_copy(update={"phase": "search"})) == 20.0
    assert seconds_since_start(taken_over) == 30.0


@pytest.mark.parametrize("days", [-2, 2])
async def test_a_wall_clock_that_is_wrong_does_not_end_the_search(days: int) -> None:
    beginning, situation = first(seed=None, population=6, generations=3, least_generations=3)
    moved = {"started": timedelta(days=days), "deadline": timedelta(days=days)}
    started = beginning.started.model_copy(
        update={name: getattr(beginning.started, name) + by for name, by in moved.items()}
    )
    whole = await carried(beginning.model_copy(update={"started": started}), situation, begin=True)
    assert whole.result.ended != "deadline"
    assert 0 <= next(each.seconds for each in whole.result.timings if each.part == "whole run") < 1_000


async def test_only_who_has_the_key_derives_the_id_of_the_end() -> None:
    beginning, situation = first(generations=0)
    other = beginning.model_copy(update={"key": first()[0].key})
    ends = [(await carried(each, situation)).result.envelope.message_id for each in (beginning, beginning, other)]
    assert ends[0] == ends[1] != ends[2]
    assert beginning.submitted.envelope.caused("end").message_id not in ends
    whole = await carried(beginning, situation, begin=True)
    assert all(beginning.key not in message.model_dump_json() for message, _ in whole.events)
    assert PLAN_REVISED not in [subject for _, subject in whole.events], "its end is for who carries it to publish"
