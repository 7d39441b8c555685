"""The same plans weighed by each source alone; stand-ins answer for the workers, which other tests use for real."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from tests.support.builders import constraint, scores, statement, validation

from plancritic.contracts.planning import PlanProved, SolveLimits, Verdict
from plancritic.contracts.scoring import Scores
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.translation import Reading
from plancritic.contracts.validation import Proof, Validation
from plancritic.coordinator.evaluation.criteria import Criteria
from plancritic.coordinator.evaluation.evidence import evidence_for
from plancritic.coordinator.evaluation.individuals import Evaluator
from plancritic.coordinator.presets import PRESETS, Preset
from plancritic.coordinator.problem.specification import Individual

ACCEPTED = Proof(ruling="accepted")
PLANS = {"(met)": "0.000: (go a b) [2.000]\n", "(liked)": "0.000: (go a c) [2.000]\n"}
READING = Reading(mid_level_goal="Met.", constraints=("(met)",), score=0.7, similarity=0.2)


class Answers:
    """One plan for each specification: one meets the reading and the scorer is against it, the other the reverse."""

    def __init__(self, unsure: tuple[float, float] = (0.5, 0.5)) -> None:
        self.unsure = unsure

    async def solve(self, specification: Sequence[TracedConstraint], *_: Any, **__: Any) -> Verdict:
        return PlanProved(engine="none", plan=PLANS[specification[0].constraint], proof=ACCEPTED)

    async def validate(self, plan: str, _: Any, questions: Sequence[str]) -> Validation:
        return validation(questions, lambda _: plan == PLANS["(met)"])

    async def score(self, plans: Sequence[str], texts: Sequence[str]) -> Scores:
        return scores(tuple((0.2 if plan == PLANS["(met)"] else 0.8,) * len(texts) for plan in plans), self.unsure)


def criteria(preset: Preset) -> Criteria:
    """What one statement's individuals are judged by."""
    return Criteria([statement()], [READING], SolveLimits(seconds=1), None, preset)


async def weighed(*names: str, preset: str = "ours", **answers: Any) -> dict[str, Any]:
    """The evaluations by what their specification asks for."""
    chosen = PRESETS[preset]
    counted = evidence_for(names or None, None, chosen)  # type: ignore[arg-type]
    evaluator = Evaluator.over(Answers(**answers), criteria(chosen), counted)  # type: ignore[arg-type]
    individuals = [Individual((constraint(asked),), ("reading",)) for asked in PLANS]
    return dict(zip(("met", "liked"), await evaluator.evaluate(individuals), strict=True))


@pytest.mark.parametrize(
    ("names", "fitter"),
    [(("scorer",), "liked"), (("check",), "met"), (("scorer", "check"), "met")],
)
async def test_what_counts_decides_which_plan_is_the_fitter(names: tuple[str, ...], fitter: str) -> None:
    evaluations = await weighed(*names)
    assert max(evaluations, key=lambda each: evaluations[each].fitness) == fitter


async def test_every_source_is_told_whether_it_counts_or_not() -> None:
    for names in (("scorer",), ("check",)):
        evaluations = await weighed(*names)
        assert [each.findings[0].scorer for each in evaluations.values()] == [0.2, 0.8]
        assert [each.checks for each in evaluations.values()] == [("adhered",), ("violated",)]
        assert evaluations["met"].findings[0].similarity == 0.2


async def test_back_translation_makes_the_check_weigh_less_where_the_reading_says_something_else() -> None:
    without, with_it = await weighed("check"), await weighed("check", "back_translation")
    assert with_it["met"].evidence < without["met"].evidence
    assert with_it["liked"].evidence > without["liked"].evidence


async def test_in_a_published_preset_the_scorers_yes_or_no_is_all() -> None:
    evaluations = await weighed(preset="code")
    assert [each.evidence for each in evaluations.values()] == [(0.0,), (1.0,)]


async def test_an_evaluation_names_the_statements_that_neither_scorer_nor_reading_is_sure_of() -> None:
    evaluations = await weighed("scorer", unsure=(0.1, 0.6))
    assert evaluations["met"].undecided == (0,)
    assert evaluations["liked"].undecided == ()
    assert (await weighed("check", unsure=(0.1, 0.6)))["met"].undecided == ()


class Counts(Answers):
    """Remembers what it was asked to plan for."""

    def __init__(self) -> None:
        super().__init__()
        self.solved: list[str] = []

    async def solve(self, specification: Sequence[TracedConstraint], *_: Any, **__: Any) -> Verdict:
        self.solved.append(specification[0].constraint)
        return await super().solve(specification)


async def test_what_is_ruled_out_is_not_planned_for_and_counted_as_that() -> None:
    answers, chosen = Counts(), PRESETS["ours"]
    judged_by = replace(
        criteria(chosen),
        ruled_out=lambda individual: "s1" if individual.specification[0].statements == ("s1",) else None,
    )
    evaluator = Evaluator.over(answers, judged_by, evidence_for(None, None, chosen))  # type: ignore[arg-type]
    out, planned = Individual((constraint("(liked)", "s1"),), ("mutated",)), Individual((constraint("(liked)"),), ("",))
    found = await evaluator.evaluate([out, Individual((constraint("(met)"),), ("reading",))])
    assert [each.word for each in found] == ["ruled_out", "plan"]
    assert found[0].plan is None
    assert "every reading of statement s1" in getattr(found[0].verdict, "reason", "")
    assert answers.solved == ["(met)"]
    # The same constraint that came from nowhere is worth planning for; then it costs nothing for the other one either.
    assert not evaluator.known(out)
    assert [each.word for each in await evaluator.evaluate([planned])] == ["plan"]
    assert [each.word for each in await evaluator.evaluate([out])] == ["plan"]


class Meeting(Answers):
    """Answers a request only once all of a number of requests have come."""

    def __init__(self, *together: str) -> None:
        super().__init__()
        self.asked: list[str] = []
        self._together = sorted(together)
        self._complete = asyncio.Event()

    async def validate(self, plan: str, specification: Any, questions: Sequence[str]) -> Validation:
        await self._came("validate")
        return await super().validate(plan, specification, questions)

    async def score(self, plans: Sequence[str], texts: Sequence[str]) -> Scores:
        await self._came("score")
        return await super().score(plans, texts)

    async def _came(self, what: str) -> None:
        self.asked.append(what)
        if sorted(self.asked) == self._together:
            self._complete.set()
        await self._complete.wait()


def evaluating(answers: Answers) -> Evaluator:
    chosen = PRESETS["ours"]
    return Evaluator.over(answers, criteria(chosen), evidence_for(None, None, chosen))  # type: ignore[arg-type]


MET, LIKED = (Individual((constraint(asked),), ("reading",)) for asked in PLANS)


async def test_a_plan_is_proved_and_scored_at_the_same_time() -> None:
    async with asyncio.timeout(5):
        (found,) = await evaluating(Meeting("validate", "score")).evaluate([MET])
    assert (found.checks, found.findings[0].scorer) == (("adhered",), 0.2)


async def test_what_is_asked_for_ahead_is_asked_for_at_once_and_evaluates_nothing() -> None:
    answers = Meeting("validate", "validate")
    evaluator = evaluating(answers)
    async with asyncio.timeout(5):
        await evaluator.ask_ahead([MET, LIKED])
    assert answers.asked == ["validate", "validate"]
    assert not evaluator.known(MET) and not evaluator.known(LIKED)
    assert evaluator.plans == ()
