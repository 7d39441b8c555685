"""What is asked of the rest, and how its verdicts are told of the whole, by workers that answer as they are told."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.support.builders import WATERWAY, envelope
from tests.support.revisions import entry
from tests.support.small_domain import problem

from plancritic.bus import Client
from plancritic.contracts.execution.record import Execution, Observation
from plancritic.contracts.planning import (
    ConstraintChange,
    Impossible,
    Improvement,
    LowerBound,
    NoPlanFound,
    PlanProved,
    PreferenceOutcome,
    Rejected,
    Relaxation,
    SolveLimits,
    Verdict,
)
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.validation import ConstraintProof, Proof, Validation
from plancritic.coordinator.deviations.concessions import plan_with_concessions, without_violated
from plancritic.coordinator.deviations.outcomes import outcomes_after
from plancritic.coordinator.execution.record import history_of
from plancritic.coordinator.execution.workers import HistoryWorkers, executed_part
from plancritic.coordinator.problem.situation import Situation
from plancritic.coordinator.workers.interface import Improving
from plancritic.domains import load_domain
from plancritic.pddl.execution import History
from plancritic.pddl.language import parse_plan
from plancritic.wording import Lexicon

#: p(a) holds from 2 on; the rest begins at 3.
HISTORY = History(problem(), parse_plan("0: (make a) [2]\n"), (), 3.0)
LIMITS = SolveLimits()
PROOF = Proof(ruling="accepted")
FOUND = PlanProved(engine="e", plan="0: (need a) [2]\n", proof=PROOF)
WHOLE = "0.000: (make a) [2.000]\n3.000: (need a) [2.000]\n"


def traced(constraint: str, *statements: str, **changes: Any) -> TracedConstraint:
    return TracedConstraint(constraint=constraint, statements=statements or ("s1",), **changes)


class Answers:
    """Workers that note what they are asked; `answer` makes the verdict."""

    def __init__(self, answer: Any = lambda _: FOUND) -> None:
        self.answer = answer
        self.asked: list[list[str]] = []

    async def solve(self, specification: Sequence[TracedConstraint], *_: Any, **__: Any) -> Verdict:
        self.asked.append([each.constraint for each in specification])
        return self.answer(tuple(specification))

    async def validate(self, plan: str, *_: Any) -> Validation:
        return Validation(envelope=envelope(), job="job", proof=PROOF)


def over(answers: Answers) -> HistoryWorkers:
    return HistoryWorkers(answers, HISTORY, envelope())  # type: ignore[arg-type]


async def test_the_rest_is_planned_under_what_is_left_and_the_plan_told_whole() -> None:
    answers = Answers()
    specification = (traced("(sometime (p a))"), traced("(within 5 (q a))", "s2"), traced("(within 5 (q a))", "s3"))
    verdict = await over(answers).solve(specification, LIMITS, None)
    assert answers.asked == [["(within 2 (q a))"]]
    assert isinstance(verdict, PlanProved) and verdict.plan == WHOLE


async def test_what_happened_may_make_a_must_impossible_without_any_search() -> None:
    answers = Answers()
    broken = traced("(always (not (p a)))", "s2")
    verdict = await over(answers).solve((traced("(sometime (q a))"), broken), LIMITS, None, True)
    assert isinstance(verdict, Impossible)
    assert (verdict.clash, verdict.clash_minimal, answers.asked) == ((broken,), True, [])
    assert "it does not hold at 2" in verdict.reason


async def test_wishes_that_are_settled_are_told_as_kept_or_not() -> None:
    kept, lost = traced("(sometime (p a))", strength="should"), traced("(within 1 (p a))", "s2", strength="nice")
    open_wish = traced("(within 5 (q a))", "s3", strength="nice")
    left = traced("(within 2 (q a))", "s3", strength="nice")
    answers = Answers(
        lambda _: FOUND.model_copy(update={"preferences": (PreferenceOutcome(constraint=left, kept=True),)})
    )
    verdict = await over(answers).solve((kept, lost, open_wish), LIMITS, None)
    assert isinstance(verdict, PlanProved)
    assert {each.constraint.constraint: each.kept for each in verdict.preferences} == {
        kept.constraint: True,
        lost.constraint: False,
        open_wish.constraint: True,
    }


async def test_an_impossibility_of_the_rest_names_the_constraints_that_were_given() -> None:
    given = (traced("(within 5 (q a))", "s2"), traced("(always (not (q a)))", "s3"))
    left = traced("(within 2 (q a))", "s2")
    later = Relaxation(kind="later_bound", changes=(ConstraintChange(constraint=left),), plan="")
    dropped = Relaxation(
        kind="drop_statement", changes=(ConstraintChange(constraint=left),), statements=("s2",), plan=FOUND.plan
    )
    answers = Answers(lambda asked: Impossible(engine="e", reason="r", clash=asked, relaxations=(later, dropped)))
    verdict = await over(answers).solve(given, LIMITS, None)
    assert isinstance(verdict, Impossible)
    assert verdict.clash == given
    (relaxation,) = verdict.relaxations
    assert (relaxation.changes[0].constraint, relaxation.plan) == (given[0], WHOLE)


async def test_a_plan_that_was_refused_is_told_whole_too() -> None:
    answers = Answers(lambda _: Rejected(engine="e", plan=FOUND.plan, proof=PROOF))
    verdict = await over(answers).solve((), LIMITS, None)
    assert isinstance(verdict, Rejected) and verdict.plan == WHOLE


@pytest.mark.parametrize("plan", ["3: (need a) [2]\n", "0: (make a) [2]\n1: (make b) [2]\n"])
async def test_a_plan_that_changes_what_was_done_is_refused_whatever_the_judges_say(plan: str) -> None:
    found = await over(Answers()).validate(plan, (), ("(sometime (p a))",))
    assert (found.proof.ruling, found.answers[0].proof.ruling) == ("rejected", "rejected")
    assert (await over(Answers()).validate(WHOLE, (), ())).proof.ruling == "accepted"


LEXICON = Lexicon(load_domain("waterway"), "1")
FIRST = entry("one", "s1", constraints=("(sometime (q a))",))
SECOND = entry("two", "s2", constraints=("(sometime (q b))",), turn=2)
THIRD = entry("three", "s3", constraints=("(always (not (p a)))",))


async def conceded(*entries: Any, answer: Any) -> tuple[PlanProved | None, list[tuple[str, str, tuple[str, ...]]]]:
    concessions = without_violated(entries, HISTORY, LEXICON)
    workers = over(Answers(answer))
    plan = await plan_with_concessions(concessions, workers, LIMITS, None, LEXICON)
    return plan, [(each.statement, each.why, each.together_with) for each in concessions.given_up]


async def test_statements_violated_already_are_given_up_first_and_the_rest_is_planned() -> None:
    plan, given_up = await conceded(FIRST, THIRD, answer=lambda _: FOUND)
    assert plan is not None and given_up == [("s3", "already_violated", ())]


async def test_of_two_that_clash_the_one_said_later_is_given_up() -> None:
    def answer(asked: tuple[TracedConstraint, ...]) -> Verdict:
        return FOUND if len(asked) < 2 else Impossible(engine="e", reason="r", clash=asked)

    plan, given_up = await conceded(FIRST, SECOND, answer=answer)
    assert plan is not None and given_up == [("s2", "impossible", ("s1",))]


async def test_the_one_whose_leaving_helps_is_given_up() -> None:
    def answer(asked: tuple[TracedConstraint, ...]) -> Verdict:
        blamed = [each for each in asked if "s1" in each.statements]
        return Impossible(engine="e", reason="r", clash=asked) if blamed else FOUND

    plan, given_up = await conceded(FIRST, SECOND, answer=answer)
    assert plan is not None and given_up == [("s1", "impossible", ("s2",))]


async def test_without_a_proof_statements_are_given_up_too_and_it_is_said_so() -> None:
    def answer(asked: tuple[TracedConstraint, ...]) -> Verdict:
        return NoPlanFound(engine="e", reason="limit") if asked else FOUND

    plan, given_up = await conceded(FIRST, SECOND, answer=answer)
    assert plan is not None
    assert [(name, why) for name, why, _ in given_up] == [("s2", "no_plan_found"), ("s1", "no_plan_found")]
    nothing, _ = await conceded(FIRST, answer=lambda _: NoPlanFound(engine="e", reason="limit"))
    assert nothing is None


async def test_once_the_time_is_over_what_was_not_planned_for_is_given_up() -> None:
    class Slow(Answers):
        async def solve(self, specification: Sequence[TracedConstraint], *_: Any, **__: Any) -> Verdict:
            await asyncio.sleep(0 if not self.asked else 60)
            return await super().solve(specification)

    concessions = without_violated((FIRST, SECOND), HISTORY, LEXICON)
    workers = over(Slow(lambda asked: Impossible(engine="e", reason="r", clash=asked)))
    began = asyncio.get_running_loop().time()
    plan = await plan_with_concessions(concessions, workers, LIMITS, None, LEXICON, began + 0.2)
    assert asyncio.get_running_loop().time() < began + 10
    assert plan is None and concessions.specification == ()
    assert [(each.statement, each.why) for each in concessions.given_up] == [
        ("s1", "not_in_time"),
        ("s2", "not_in_time"),
    ]
    proof = ConstraintProof(constraint=FIRST.constraints[0], proof=Proof(ruling="rejected"))
    (outcome,) = outcomes_after((FIRST,), concessions.given_up, {FIRST.constraints[0]: proof})
    assert outcome.verdict == "violated" and "Time ran out" in outcome.explanation


async def test_what_is_left_is_worked_out_beside_the_loop_and_stored_for_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stored: list[bytes] = []

    async def put_passing(data: bytes) -> str:
        stored.append(data)
        return hashlib.sha256(data).hexdigest()

    def slow(*arguments: Any) -> History:
        # Beside the loop, which goes on meanwhile.
        for _ in range(3):
            ticked.clear()
            assert ticked.wait(5)
        return history_of(*arguments)

    async def tick() -> None:
        while True:
            ticks.append(time.monotonic())
            ticked.set()
            await asyncio.sleep(0.01)

    monkeypatch.setattr("plancritic.coordinator.execution.workers.history_of", slow)
    situation = Situation(WATERWAY, problem(), Lexicon(load_domain("waterway"), "1"))
    execution = Execution(now=3.0, done="0: (make a) [2]\n", observations=(Observation(time=3.0, true=("(q b)",)),))
    ticks: list[float] = []
    ticked = threading.Event()
    ticking = asyncio.create_task(tick())
    client = cast(Client, SimpleNamespace(put_passing=put_passing))
    executed = await executed_part(client, execution, situation)
    ticking.cancel()
    assert executed is not None and executed.situation.problem == executed.history.amended
    assert [each.decode() for each in stored[:2]] == [executed.history.domain_left, executed.history.problem_left]
    assert stored[3].decode() == executed.history.amended.text
    assert max(after - before for before, after in itertools.pairwise(ticks)) < 0.2


async def test_a_better_plan_of_the_rest_is_told_whole_with_its_bound_and_starts_that_change_the_past_are_left() -> (
    None
):
    asked: list[Improving] = []

    class Improver(Answers):
        async def improve(self, wanted: Improving, seconds_wanted: float | None = None) -> Improvement:
            asked.append(wanted)
            bound = LowerBound(value=1.5, means="chain", reason="a test")
            return Improvement(plan=FOUND.plan, proof=PROOF, makespan=2.0, steps=1, lower_bound=bound)

    other = "0: (make b) [2]\n"
    starts = (f"{WHOLE}6: (need a) [2]\n", other)
    wanted = Improving((traced("(within 5 (q a))"),), starts, WHOLE, False, LIMITS, None)
    found = await over(Improver()).improve(wanted)
    (left,) = asked
    assert [each.constraint for each in left.specification] == ["(within 2 (q a))"]
    assert len(left.starts) == 1 and parse_plan(left.starts[0]).steps[0].start == 0.0
    assert left.shown is not None and parse_plan(left.shown) == parse_plan(FOUND.plan)
    assert found is not None and found.plan == WHOLE
    assert (found.makespan, found.steps) == (5.0, 2)
    assert found.lower_bound is not None and found.lower_bound.value == 4.5
    assert await over(Improver()).improve(replace(wanted, starts=(other,))) is None
