"""What the search left violated is tried once more. Stand-ins answer for the workers; other tests use the real ones."""

from collections.abc import Sequence
from typing import Any

import pytest
from tests.support.builders import scores, statement, validation

from plancritic.contracts.planning import NoPlanFound, PlanProved, SolveLimits, Verdict
from plancritic.contracts.scoring import Scores
from plancritic.contracts.specification import Strength, TracedConstraint
from plancritic.contracts.translation import Reading
from plancritic.contracts.validation import Proof, Validation
from plancritic.coordinator.evaluation.criteria import Criteria
from plancritic.coordinator.evaluation.evidence import evidence_for
from plancritic.coordinator.evaluation.individuals import Evaluator
from plancritic.coordinator.presets import PRESETS
from plancritic.coordinator.problem.specification import Individual, specification_of
from plancritic.coordinator.refinement.completion import Completion, complete

ACCEPTED = Proof(ruling="accepted")
READINGS = [
    Reading(mid_level_goal=name, constraints=(f"(sometime ({name}))",), score=0.9) for name in ("first", "second")
]


class Lazy:
    """A planner whose plans do no more than they must, and judges that see it; `impossible` has no plan."""

    def __init__(self, impossible: bool = False) -> None:
        self.impossible = impossible

    async def solve(self, specification: Sequence[TracedConstraint], *_: Any, **__: Any) -> Verdict:
        done = "-".join(each.constraint.strip("()").split("(")[1] for each in specification if each.strength == "must")
        if self.impossible and "second" in done:
            return NoPlanFound(engine="none", reason="a test")
        return PlanProved(engine="none", plan=f"0.000: (do {done or 'nothing'}) [1.000]\n", proof=ACCEPTED)

    async def validate(self, plan: str, _: Any, questions: Sequence[str]) -> Validation:
        return validation(questions, lambda question: question.strip("()").split("(")[1] in plan)

    async def score(self, plans: Sequence[str], texts: Sequence[str]) -> Scores:
        return scores(tuple((0.5,) * len(texts) for _ in plans), (0.04, 0.96))


async def completed(workers: Lazy, strength: Strength) -> Completion:
    """What becomes of a best plan for a must and a second statement so strong."""
    preset, limits = PRESETS["ours"], SolveLimits(seconds=1)
    said = [statement("First.", "s1"), statement("Second.", "s2").model_copy(update={"strength": strength})]
    criteria = Criteria(said, READINGS, limits, None, preset)
    evaluator = Evaluator.over(workers, criteria, evidence_for(None, None, preset))  # type: ignore[arg-type]
    both = specification_of([(each.id, its.constraints) for each, its in zip(said, READINGS, strict=True)])
    best = (await evaluator.evaluate([Individual(both, ("best reading of every statement",))]))[0]
    completion = Completion(best)
    await complete(completion, said, READINGS, workers, evaluator, limits, None, improve=True)  # type: ignore[arg-type]
    return completion


@pytest.mark.parametrize("strength", ["should", "nice"])
async def test_a_plan_proved_for_a_wish_that_was_left_out_is_the_new_best(strength: Strength) -> None:
    completion = await completed(Lazy(), strength)
    assert completion.best.checks == ("adhered", "adhered")
    assert completion.best.plan == "0.000: (do first-second) [1.000]\n"
    assert completion.best.individual.lineage == ("statement s2 added to the statements adhered to",)
    assert not completion.unproved


async def test_a_wish_that_no_plan_was_found_for_stays_left_out_and_the_reason_is_told() -> None:
    completion = await completed(Lazy(impossible=True), "nice")
    assert completion.best.checks == ("adhered", "violated")
    assert completion.best.plan == "0.000: (do first) [1.000]\n"
    assert isinstance(completion.unproved["s2"], NoPlanFound)
