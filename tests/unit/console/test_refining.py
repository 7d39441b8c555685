"""What a person says of the true domain, and how a refinement went."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancritic.console.refining.curve import HEIGHT, WIDTH, curve, equivalence_curve
from plancritic.console.refining.known import with_answer, with_plan, without_answer
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError
from plancritic.contracts.modelling.known_problem import KnownProblem
from plancritic.contracts.refinement.messages import RefinementProgressed, RefinementQuestion

PROBLEM = KnownProblem(text="(define (problem p) (:domain d))")


def test_a_plan_becomes_steps() -> None:
    known = with_plan(PROBLEM, "0.0: (lift tray1 oven) [1.0]\n1.0: (wait) [1.0]\n")
    assert known.plans == ((("lift", "tray1", "oven"), ("wait",)),)
    assert with_plan(PROBLEM, " \n") is PROBLEM
    timed = with_plan(PROBLEM, "1.0: (wait) [1.0]\n0.0: (lift tray1 oven) [1.0]", takes_time=True)
    assert (timed.plans, timed.timed_plans) == ((), ("0.000: (lift tray1 oven) [1.000]\n1.000: (wait) [1.000]\n",))


def test_what_is_no_plan_is_refused() -> None:
    with pytest.raises(ContractError, match="the plan cannot be read"):
        with_plan(PROBLEM, "first lift the tray")


@pytest.mark.parametrize("possible", [True, False])
def test_an_answer_is_kept_with_its_problem(possible: bool) -> None:
    question = RefinementQuestion(problem=1, steps=(("lift", "tray1"),), text="May the tray be lifted?")
    first, second = with_answer([PROBLEM, PROBLEM], question, possible)
    assert first == PROBLEM
    assert second.allowed == ((question.steps,) if possible else ())
    assert second.refused == (() if possible else (question.steps,))


def test_that_nobody_knows_is_kept_too() -> None:
    question = RefinementQuestion(problem=0, steps=(("lift", "tray1"),), text="May the tray be lifted?")
    (known,) = with_answer([PROBLEM], question, None)
    assert (known.unknown, known.allowed, known.refused) == ((question.steps,), (), ())


def test_an_answer_that_was_taken_back_counts_no_more_until_it_is_given_anew() -> None:
    question = RefinementQuestion(problem=0, steps=(("lift", "tray1"),), text="May the tray be lifted?")
    said = with_answer([PROBLEM], question, False)
    (back,) = without_answer(said, 0, 0, False)
    assert back.standing.refused == () and back.withdrawn == (question.steps,)
    (anew,) = with_answer([back], question, True)
    assert (anew.standing.allowed, anew.standing.refused) == ((question.steps,), ())


@pytest.mark.parametrize(("problem", "number"), [(0, 0), (1, 0)])
def test_an_answer_that_was_not_given_cannot_be_taken_back(problem: int, number: int) -> None:
    with pytest.raises(ContractError, match="there is no such answer"):
        without_answer([PROBLEM], problem, number, True)


@given(st.lists(st.tuples(st.integers(1, 500), st.integers(0, 1_000)), max_size=30))
def test_a_curve_stays_within_its_picture(told: list[tuple[int, int]]) -> None:
    progress = [
        RefinementProgressed(envelope=Envelope.start(), step=step, of=None, unsettled=unsettled, changes=0)
        for step, unsettled in sorted(told)
    ]
    found = curve(progress)
    assert (found is None) == (len({each.step for each in progress}) < 2)
    for point in found.points.split() if found is not None else ():
        x, y = map(float, point.split(","))
        assert 0 <= x <= WIDTH
        assert 0 <= y <= HEIGHT


def measured(step: int, equivalence: float | None) -> RefinementProgressed:
    return RefinementProgressed(
        envelope=Envelope.start(), step=step, of=None, unsettled=0, changes=0, equivalence=equivalence
    )


def test_without_a_reference_there_is_no_curve_of_equivalence() -> None:
    assert equivalence_curve([measured(1, None), measured(2, None)]) is None


def test_equivalence_stays_until_another_candidate_is_best() -> None:
    found = equivalence_curve([measured(1, 0.0), measured(3, 0.0), measured(5, 1.0)])
    assert found is not None
    assert found.points.split()[0] == f"0.0,{HEIGHT}"
    assert found.points.split()[-3:] == [f"{WIDTH},{HEIGHT}", f"{WIDTH},0.0", f"{WIDTH},0.0"]
    assert "0.00 after 1, 1.00 after 5 candidates" in found.label
