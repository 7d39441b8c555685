"""What speaks for a candidate, as numbers."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from tests.support.candidates import candidate

from plancritic.posterior import features_of
from plancritic.posterior.features import none_features

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


def test_of_none_the_scorers_spread_over_the_plans_and_its_doubt_are_told() -> None:
    candidates = [candidate(AT_END, (False, True))]
    told_apart = none_features(candidates, (0.02, 0.98))
    assert told_apart["spread"] == pytest.approx(0.48)
    assert told_apart["unsure"] == pytest.approx(-0.02 * math.log(0.02) - 0.98 * math.log(0.98), abs=1e-6)
    alike = none_features(candidates, (0.5, 0.5))
    assert "spread" not in alike
    assert alike["unsure"] == pytest.approx(math.log(2.0), abs=1e-6)
    assert none_features(candidates, None) == {"always": 1.0}


def test_of_none_it_is_told_that_there_is_no_reading() -> None:
    guess = candidate(AT_END, (True,), kind="guess")
    assert none_features([guess], None) == {"always": 1.0, "unread": 1.0}
    assert "unread" not in none_features([guess, candidate(AT_END, (True,))], None)
