"""Cases that a model has to meet, and answers that may be wrong."""

from __future__ import annotations

import math

import pytest
from tests.support.compared_domains import PLAN, TWICE, WIDE, knowledge, models

from plancritic.refiner.repair.edit_search import repaired
from plancritic.refiner.repair.knowledge import Answer
from plancritic.refiner.repair.plausibility import Plausibility
from plancritic.refiner.repair.schemas import frame_of


def test_without_a_rate_answers_are_cases_and_with_one_they_count_for_and_against() -> None:
    hard, soft = knowledge(0.0, refused=(TWICE,)), knowledge(0.05, refused=(TWICE,))
    wide, true = models()
    assert [case.kind for case in hard.unmet(wide)] == ["refused"]
    assert (soft.unmet(wide), soft.contradicted(wide), soft.contradicted(true)) == ([], (0,), ())
    assert (hard.answers, hard.answer_weight) == ([], 0.0)
    assert soft.answer_weight == pytest.approx(math.log(19))
    assert [case.kind for case in soft.open_cases(wide)] == ["refused"]
    assert soft.open_cases(wide, given_up=(0,)) == []


def test_what_can_be_taken_before_a_step_that_cannot_is_one_answer_with_it() -> None:
    known = knowledge(0.05, refused=(TWICE,), allowed=(TWICE[:1], (*PLAN[:2],)))
    assert [(len(each.steps), each.possible) for each in known.answers] == [(2, False), (2, True)]


def test_an_answer_is_contradicted_too_where_an_earlier_step_cannot_be_taken() -> None:
    known = knowledge()
    known.learn(0, (("pick-up", "b"), ("pick-up", "a")), possible=False)
    _, true = models()
    assert known.contradicted(true) == (0,), "b lies under c"
    assert [case.kind for case in known.open_cases(true)] == ["allowed"]


def test_answers_learned_later_count_for_models_that_were_looked_at_before() -> None:
    known = knowledge()
    wide, true = models()
    assert known.contradicted(wide) == known.contradicted(true) == ()
    known.learn(0, TWICE, possible=False)
    known.learn(0, TWICE, possible=False)
    known.learn(0, TWICE, possible=True)
    assert known.contradicted(wide) == (0,)
    assert known.contradicted(true) == (1,)
    assert len(known.answers) == 2, "the same answer twice says no more than once"


def test_a_search_gives_an_answer_up_where_edits_would_cost_more() -> None:
    wide, true = models()
    plausibility = Plausibility(frame_of(WIDE), wide)
    known = knowledge(0.05, refused=(TWICE,))
    found = repaired(known, plausibility, wide, answer_price=0.01)
    assert (found[0].model, found[0].given_up) == (wide, frozenset({0}))
    found = repaired(known, plausibility, wide, answer_price=50.0, margin=100.0)
    assert (found[0].model, found[0].given_up) == (true, frozenset())
    assert any(each.given_up for each in found)
    assert not any(each.given_up for each in repaired(known, plausibility, wide, margin=100.0))


@pytest.mark.parametrize("rate", [-0.1, 0.5, 1.0])
def test_a_rate_at_which_answers_tell_nothing_is_refused(rate: float) -> None:
    with pytest.raises(ValueError, match="less often than every other time"):
        knowledge(rate)


def test_how_many_steps_an_answer_says_can_be_taken() -> None:
    steps = ((0, ("a",)), (1, ("a",)))
    assert (Answer(0, steps, possible=True).taken, Answer(0, steps, possible=False).taken) == (2, 1)
