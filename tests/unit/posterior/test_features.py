"""What speaks for a candidate, as numbers."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from tests.support.candidates import candidate

from plancritic.posterior import features_of

AT_END = "(at end (a))"


def test_the_scorers_word_on_plans_that_satisfy_a_candidate_and_on_those_that_violate_it_are_two_features() -> None:
    found = features_of(candidate(AT_END, (False, True, True)), (0.2, 0.9, 0.6))
    assert found["for"] == pytest.approx((math.log(0.9) + math.log(0.6)) / 2, abs=1e-6)
    assert found["against"] == pytest.approx(math.log(0.8), abs=1e-6)


def test_without_a_scorer_there_is_no_such_feature() -> None:
    assert not {"for", "against"} & set(features_of(candidate(AT_END, (False, True)), None))


def test_no_probability_counts_for_certain() -> None:
    found = features_of(candidate(AT_END, (False, True)), (1.0, 0.0))
    assert found["for"] == found["against"] == pytest.approx(math.log(0.02), abs=1e-6)


@pytest.mark.parametrize(
    ("satisfied", "impossible", "flags"),
    [
        ((True, True), False, {"always_met", "met_by_plan_shown"}),
        ((True, False), False, {"met_by_plan_shown"}),
        ((False, True), False, set()),
        ((False, False), False, {"unplanned"}),
        ((False, False), True, {"impossible"}),
    ],
)
def test_what_no_plan_or_every_plan_satisfies_is_flagged(
    satisfied: tuple[bool, ...], impossible: bool, flags: set[str]
) -> None:
    found = features_of(candidate(AT_END, satisfied, impossible=impossible), None)
    assert {name for name in found if name not in ("score",)} == flags


def test_the_translators_word_is_told_by_kind_score_similarity_and_number_of_constraints() -> None:
    guess = candidate(AT_END, (False, True), score=0.3, kind="guess")
    longer = guess.reading.model_copy(update={"constraints": (AT_END, "(sometime (b))"), "similarity": 0.4})
    found = features_of(replace(guess, reading=longer), None)
    assert found == {"guess": 1.0, "score": 0.3, "similarity": 0.4, "further_constraints": 1.0}


def test_a_probability_for_each_plan_of_the_bank_is_needed() -> None:
    with pytest.raises(ValueError, match="zip"):
        features_of(candidate(AT_END, (False, True)), (0.5,))
