from __future__ import annotations

import pytest
from pydantic import TypeAdapter

from plancritic.contracts.modelling.known_problem import KnownProblem
from plancritic.contracts.refinement.knowledge import Complaint
from plancritic.refiner.equivalence.executor import GoalUnmet, Inapplicable, Malformed
from plancritic.refiner.feedback.messages import (
    BeginningFeedback,
    Feedback,
    LandmarkFeedback,
    NegativeFeedback,
    PlanFeedback,
    UnsolvableFeedback,
)
from plancritic.refiner.runs.converting import complaint_of, feedback_of, feedback_problems

PLAN = (("pick", "red"), ("drop", "red"))
ON_THE_BUS: TypeAdapter[Complaint] = TypeAdapter(Complaint)


@pytest.mark.parametrize(
    "feedback",
    [
        PlanFeedback(1, PLAN, Inapplicable(2, PLAN[1], ("(held red)", "(not (broken red))"))),
        PlanFeedback(0, PLAN, GoalUnmet(("(held red)",))),
        PlanFeedback(0, PLAN, Malformed(1, PLAN[0], "there is no action 'pick'")),
        LandmarkFeedback(2, PLAN, frozenset({("pick", "blue"), ("pick", "green")})),
        UnsolvableFeedback(3, proved=True, solvable=False),
        NegativeFeedback(0, PLAN, "somebody said so"),
        BeginningFeedback(0, PLAN, Inapplicable(2, PLAN[1], ("(held red)",))),
        BeginningFeedback(1, PLAN, Malformed(2, PLAN[1], "'red' is no box")),
    ],
)
def test_feedback_is_the_same_after_its_way_over_the_bus(feedback: Feedback) -> None:
    body = ON_THE_BUS.dump_json(complaint_of(feedback))
    assert feedback_of(ON_THE_BUS.validate_json(body)) == feedback


def test_what_is_known_of_a_problem_reaches_the_search() -> None:
    known = KnownProblem(text="(p)", plans=(PLAN,), landmarks=((PLAN[0], PLAN[1]),), allowed=((PLAN[0],),))
    (problem,) = feedback_problems([KnownProblem.model_validate_json(known.model_dump_json())])
    assert (problem.text, problem.plans, problem.allowed) == ("(p)", (PLAN,), ((PLAN[0],),))
    assert problem.landmarks == (frozenset(PLAN),)
