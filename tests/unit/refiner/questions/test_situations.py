"""Situations that are found, and what is worth asking about in them."""

from __future__ import annotations

import pytest
from tests.support.compared_domains import BLOCKS, PLAN, TWICE, explored, knowledge, models, suspicion

from plancritic.refiner.questions.asking import named_steps, question_about
from plancritic.refiner.questions.behaviour import ALLOWED, ELSEWHERE, REFUSED, Behaviours
from plancritic.refiner.questions.situations import MOST_ALIKE, Situations
from plancritic.refiner.repair.limit import Limit
from plancritic.refiner.repair.near_edits import coupled_edits, near_edits


@pytest.mark.parametrize("place", [0, 1])
def test_a_step_that_tells_two_domains_apart_is_found_whichever_is_believed(place: int) -> None:
    known = knowledge()
    wide, true = models()
    situations = explored(known, (wide, true)[place])
    behaviours = Behaviours(known, situations)
    said, other = behaviours.of(wide), behaviours.of(true)
    divided = [
        named_steps(known, (*situations.steps(each.situation), each.step))
        for each, one, two in zip(situations.askable, said, other, strict=True)
        if (one, two) == (ALLOWED, REFUSED)
    ]
    assert TWICE in divided
    assert not any((one, two) == (REFUSED, ALLOWED) for one, two in zip(said, other, strict=True))


def test_every_near_edit_that_plans_leave_open_shows_or_makes_no_difference_in_plans_either() -> None:
    known = knowledge()
    _, true = models()
    situations = explored(known, true)
    behaviours = Behaviours(known, situations)
    near = list(near_edits(known, suspicion(known, true), true))
    assert {each.is_open for each in near} == {True, False}
    conditions = [
        each
        for each in near
        if each.is_open and each.model[each.action][2:] == true[each.action][2:] and each.action == 0
    ]
    shown = [each for each in conditions if (behaviours.of(each.model) != behaviours.of(true)).any()]
    # Of `pick-up`, whose only objects are blocks, each condition can be seen to be there or not.
    assert len(shown) >= len(conditions) - 2


def test_steps_that_would_tell_the_same_are_kept_a_few_times_and_each_once() -> None:
    known = knowledge()
    situations = explored(known, models()[1])
    assert len(set(situations.askable)) == len(situations.askable)
    alike: dict[object, int] = {}
    for each in situations.askable:
        state = known.simulators[0].states(models()[1], situations.steps(each.situation))[-1]
        masks = situations.masks(0, each.step)
        key = each.step[0], tuple(bool(mask & state) for mask in masks)
        alike[key] = alike.get(key, 0) + 1
    # One kind for the conditions; and each effect of an earlier step may add its own.
    assert max(alike.values()) <= MOST_ALIKE * 40


def test_steps_of_known_plans_are_no_effort_and_an_answer_makes_others_known() -> None:
    known = knowledge()
    situations = explored(known, models()[1])
    plan = known.simulators[0].places(PLAN)
    assert plan is not None
    *_, end = situations.follow(0, plan, known=False)
    assert situations.effort(end) == (4, 0)
    beside = known.simulators[0].places((PLAN[0], PLAN[1], ("pick-up", "a")))
    assert beside is not None
    *_, place = situations.follow(0, beside, known=False)
    assert situations.effort(place) == (2, 1)
    situations.follow(0, beside, known=True)
    assert situations.effort(place) == (3, 0)
    assert situations.steps(place) == beside


def test_a_situation_that_a_model_cannot_come_to_is_none_of_its() -> None:
    known = knowledge()
    situations = Situations(known)
    steps = known.simulators[0].places((*TWICE, ("stack", "a", "c")))
    assert steps is not None
    *_, place = situations.follow(0, steps[:2], known=False)
    situations.add(place, steps[2])
    wide, true = models()
    behaviours = Behaviours(known, situations)
    assert (behaviours.of(true)[0], behaviours.of(wide)[0]) == (ELSEWHERE, REFUSED)


def test_no_time_finds_no_situation_beyond_known_plans() -> None:
    known = knowledge()
    situations = explored(known, models()[1], seconds=0.0)
    assert len(situations.found) == len(PLAN) + 1


def test_a_second_edit_makes_up_for_what_the_first_breaks() -> None:
    known = knowledge()
    _, true = models()
    first = list(near_edits(known, suspicion(known, true), true))
    second = list(coupled_edits(known, first, Limit().computing(10.0)))
    assert second
    assert not any(known.unmet(each) for each in second)
    assert list(coupled_edits(known, first, lambda: True)) == []


def test_a_question_says_what_stands_against_the_step_and_what_it_checks() -> None:
    known = knowledge(refused=(TWICE,))
    wide, true = models()
    steps = known.simulators[0].places(TWICE)
    assert steps is not None
    question = question_about(known, [(1.0, wide), (0.5, true)], BLOCKS.description, 0, steps, checks=0)
    assert (question.problem, question.steps, question.checks) == (0, TWICE, TWICE)
    assert "The hand holds something." in question.text
    assert question.text.endswith("Is that possible as things stand?"), "what is checked is asked in other words"
