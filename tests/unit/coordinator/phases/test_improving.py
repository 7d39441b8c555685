"""The best plan of a run is made better round by round; stand-ins answer for the workers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from tests.support.builders import feedback_submitted
from tests.support.sayings import NEVER, READ, Sayings, does, plan_for, reading

from plancritic.contracts.envelope import Message
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import PlanRevised, SearchSettings
from plancritic.contracts.improvement.messages import PlanImproved
from plancritic.contracts.planning import Improvement, LowerBound
from plancritic.contracts.subjects import Subject
from plancritic.contracts.translation import StatementReadings
from plancritic.contracts.validation import Proof
from plancritic.coordinator.checkpoints.beginning import first_checkpoint
from plancritic.coordinator.checkpoints.checkpoint import RunCheckpoint
from plancritic.coordinator.checkpoints.known_answers import RememberingWorkers
from plancritic.coordinator.phases.parts import RunParts
from plancritic.coordinator.problem.situation import situation_of
from plancritic.coordinator.runs.run import continue_run, start_run
from plancritic.coordinator.workers.interface import Improving
from plancritic.domains import load_domain
from plancritic.pddl.language import Plan, parse_plan

SCOUT = StatementReadings(statement="s1", readings=(reading(READ, 0.95),))


def sooner(plan: str, by: float) -> str:
    """The plan with its last step so much earlier: what a planner may find that the stand-ins do not judge."""
    *steps, last = parse_plan(plan).steps
    return str(Plan((*steps, replace(last, start=round(last.start - by, 3)))))


class Improver(Sayings):
    """Finds a plan that ends so much sooner in each attempt; `bounds` are what it proves, None for nothing."""

    def __init__(self, gains: Sequence[float], bounds: Sequence[tuple[float, bool] | None] = ()) -> None:
        super().__init__((SCOUT,), (READ,))
        self.gains, self.bounds = gains, bounds
        self.jobs_asked: list[Improving] = []

    async def improve(self, wanted: Improving, seconds_wanted: float | None = None) -> Improvement | None:
        self.jobs_asked.append(wanted)
        place = wanted.attempt - 1
        gain = self.gains[place] if place < len(self.gains) else 0.0
        plan = sooner(wanted.starts[0], gain) if gain else wanted.starts[0]
        end = parse_plan(plan).makespan
        bound = self.bounds[place] if place < len(self.bounds) else None
        proved = None if bound is None else LowerBound(value=bound[0], means="chain", reason="a test", met=bound[1])
        return Improvement(
            plan=plan, proof=Proof(ruling="accepted"), makespan=end, steps=1, lower_bound=proved, found_by="a test"
        )


class Lost(Improver):
    """A planner that is lost to every job."""

    async def improve(self, wanted: Improving, seconds_wanted: float | None = None) -> Improvement | None:
        raise ContractError(Fault(code=FaultCode.SERVICE_UNAVAILABLE, message="no planner", remedy="start one"))


async def run(workers: Sayings, **settings: Any) -> tuple[PlanRevised, list[PlanImproved], list[RunCheckpoint]]:
    submitted = feedback_submitted("Scout A.", settings=SearchSettings(**settings))
    told: list[PlanImproved] = []
    kept: list[RunCheckpoint] = []

    async def publish(message: Message, _: Subject) -> None:
        if isinstance(message, PlanImproved):
            told.append(message)

    async def keep(checkpoint: RunCheckpoint) -> None:
        kept.append(checkpoint)

    situation = situation_of(submitted, load_domain("waterway"))
    remembering = RememberingWorkers(
        workers, submitted.envelope, first_checkpoint(submitted, situation.reference).answers
    )
    first = first_checkpoint(submitted, situation.reference)
    return await start_run(first, RunParts(situation, remembering, publish, keep)), told, kept


async def test_the_first_plan_and_each_better_one_are_told_with_what_is_proved() -> None:
    workers = Improver((0.2, 0.3), ((5.0, False), (7.0, False)))
    ended, told, _ = await run(workers, seed=1, improve_seconds=1.5)
    assert [each.number for each in told] == [1, 2, 3]
    assert [each.found_by for each in told] == ["search", "a test", "a test"]
    assert told[0].makespan > told[1].makespan > told[2].makespan
    assert told[-1].plan == ended.plan, "the last figure told is the one that is final"
    assert (told[1].lower_bound is not None and told[1].lower_bound.value) == 5.0
    assert ended.lower_bound is not None
    assert (ended.lower_bound.value, ended.lower_bound.met) == (7.0, False)
    assert "The best bound known is 7 hours" in ended.lower_bound_said
    assert [each.limits.seconds for each in workers.jobs_asked] == [0.5, 1.0]
    assert all(each.limits.deterministic for each in workers.jobs_asked)


async def test_a_bound_that_is_met_ends_it_early() -> None:
    workers = Improver((0.2,), ((9.0, True),))
    ended, _, _ = await run(workers, seed=1, improve_seconds=60)
    assert len(workers.jobs_asked) == 1
    assert ended.lower_bound_said == "No plan under these wishes ends before 9 hours (proved)."


async def test_a_greater_bound_of_an_earlier_round_stays() -> None:
    ended, _, _ = await run(Improver((0.2, 0.2), ((7.0, False), (5.0, False))), seed=1, improve_seconds=1.5)
    assert ended.lower_bound is not None
    assert ended.lower_bound.value == 7.0


async def test_a_run_goes_on_from_every_round_to_the_same_plan() -> None:
    def workers() -> Improver:
        return Improver((0.2, 0.3), ((5.0, False), (7.0, False)))

    whole, _, kept = await run(workers(), seed=1, improve_seconds=1.5)
    rounds = [each for each in kept if each.phase == "improvement"]
    assert {each.improvement.attempts for each in rounds} == {0, 1, 2}
    for checkpoint in rounds:
        again = workers()
        submitted = checkpoint.submitted
        situation = situation_of(submitted, load_domain("waterway"))

        async def publish(_message: Message, _: Subject) -> None: ...

        stored = RunCheckpoint.model_validate_json(checkpoint.model_dump_json())
        remembering = RememberingWorkers(again, submitted.envelope, stored.answers)
        ended = await continue_run(stored, RunParts(situation, remembering, publish))
        assert (ended.plan, ended.lower_bound) == (whole.plan, whole.lower_bound)
        assert len(again.jobs_asked) == 2 - checkpoint.improvement.attempts


async def test_a_planner_that_is_lost_costs_the_improvement_and_not_the_answer() -> None:
    ended, told, _ = await run(Lost(()), improve_seconds=1.0)
    assert [each.number for each in told] == [1]
    assert does(ended.plan, READ)
    assert ended.lower_bound is None
    with pytest.raises(ContractError):
        await run(Lost(()), seed=1)


async def test_the_plan_shown_is_the_answer_where_it_does_what_is_said_and_only_its_end_is_bounded() -> None:
    workers = Improver((0.5,), ((9.0, True),))
    done = plan_for(READ)
    submitted = feedback_submitted("Scout A.", settings=SearchSettings(seed=1, improve_seconds=60), shown_plan=done)
    situation = situation_of(submitted, load_domain("waterway"))
    told: list[Message] = []

    async def publish(message: Message, _: Subject) -> None:
        told.append(message)

    first = first_checkpoint(submitted, situation.reference)
    remembering = RememberingWorkers(workers, submitted.envelope, first.answers)
    ended = await start_run(first, RunParts(situation, remembering, publish))
    assert ended.plan == done
    assert workers.solved == [frozenset()], "nothing is planned for but the plan without feedback"
    assert [each.limits.seconds for each in workers.jobs_asked] == [0.1]
    assert [each.found_by for each in told if isinstance(each, PlanImproved)] == ["plan_shown"]
    assert ended.distance is not None and ended.distance.added == ended.distance.removed == 0
    assert ended.lower_bound is not None and not ended.lower_bound.met, "the bound is of the plan that was found"


async def test_a_plan_shown_that_misses_something_asked_is_not_said_to_do_it() -> None:
    workers = Improver(())
    never = StatementReadings(statement="s2", readings=(reading(NEVER, 0.95),))
    workers.translated, workers.liked = (SCOUT, never), (READ, NEVER)
    submitted = feedback_submitted("Scout A.", "Stay put.", settings=SearchSettings(seed=1), shown_plan=plan_for(READ))
    situation = situation_of(submitted, load_domain("waterway"))
    told: list[Message] = []

    async def publish(message: Message, _: Subject) -> None:
        told.append(message)

    first = first_checkpoint(submitted, situation.reference)
    ended = await start_run(
        first, RunParts(situation, RememberingWorkers(workers, submitted.envelope, first.answers), publish)
    )
    assert ended.plan == plan_for(READ)
    assert ended.statements[1].verdict != "adhered"
    assert [each.found_by for each in told if isinstance(each, PlanImproved)][:1] == ["plan_kept"]
