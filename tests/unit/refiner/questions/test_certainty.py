"""How sure a domain is, and what settles its literals."""

from __future__ import annotations

import numpy as np
import pytest
from tests.support.compared_domains import TWICE, explored, knowledge, models, suspicion

from plancritic.refiner.questions.behaviour import Behaviours
from plancritic.refiner.questions.certainty import Certainty, Field, SettledBy, certainty
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.limit import Limit
from plancritic.refiner.repair.near_edits import near_edits


def sure(known: Knowledge, unseen: float = 0.0) -> Certainty:
    """How sure the true domain is where the wide one was the start and weighs a quarter."""
    wide, true = models()
    situations = explored(known, true)
    behaviours = Behaviours(known, situations)
    field = Field([true, wide], np.array([3.0, 1.0]), behaviours.of_all([true, wide], Limit()), unseen)
    near = [(each, behaviours.of(each.model)) for each in near_edits(known, suspicion(known, wide), true)]
    return certainty(known, wide, field, near, len(situations.found))


def by(found: Certainty, action: str, literal: str) -> SettledBy:
    (one,) = (each.by for each in found.literals if (each.action, each.literal, each.part) == (action, literal, PART))
    return one


PART = "precondition"


def test_a_literal_is_settled_by_plans_by_answers_or_by_nothing() -> None:
    nothing, answered = sure(knowledge()), sure(knowledge(refused=(TWICE,)))
    assert by(nothing, "pick-up", "(hand-empty)") == "nothing"
    assert by(answered, "pick-up", "(hand-empty)") == "answers"
    effects = {each.literal: each.by for each in answered.literals if each.action == "stack" and each.part == "effect"}
    assert effects["(on ?x ?below)"] == "plans", "without it the goal would not be reached"


def test_what_the_start_had_otherwise_is_told_with_how_likely_it_is() -> None:
    (changed,) = (each for each in sure(knowledge()).literals if each.is_changed)
    assert (changed.action, changed.literal, changed.is_in_domain) == ("pick-up", "(hand-empty)", True)
    assert changed.probability == pytest.approx(0.75)


def test_the_whole_is_as_sure_as_the_weight_of_what_behaves_like_it_and_what_was_not_seen_counts_against_it() -> None:
    assert sure(knowledge()).probability == pytest.approx(0.75)
    assert sure(knowledge(), unseen=4.0).probability == pytest.approx(3 / 8)


def test_an_answer_that_is_not_followed_is_named_and_one_that_the_likely_contradict() -> None:
    (allowed,) = sure(knowledge(allowed=(TWICE,))).doubted
    assert (allowed.answer, allowed.is_followed) == (0, False)
    assert allowed.probability == pytest.approx(0.75)
    (refused,) = sure(knowledge(refused=(TWICE,))).doubted
    assert (refused.answer, refused.is_followed) == (0, True)
    assert refused.probability == pytest.approx(0.25)
