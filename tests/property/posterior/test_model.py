"""A posterior is a distribution, whatever order its candidates come in, and says the same of what is alike."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.candidates import candidate

from plancritic.posterior import CandidateEvidence, PosteriorModel, posterior, shipped_model

PLANS = 4
probabilities = st.floats(0.0, 1.0)
scorings = st.none() | st.lists(probabilities, min_size=PLANS, max_size=PLANS)


@st.composite
def evidence(draw: st.DrawFn) -> CandidateEvidence:
    atom = draw(st.sampled_from("abcdef"))
    kind = draw(st.sampled_from(["reading", "doubt", "guess"]))
    satisfied = draw(st.lists(st.booleans(), min_size=PLANS, max_size=PLANS))
    impossible = not any(satisfied) and draw(st.booleans())
    found = candidate(f"(at end ({atom}))", satisfied, draw(probabilities), kind, impossible=impossible)
    networks = draw(st.none() | st.tuples(probabilities, probabilities))
    if networks is None:
        return found
    likelihoods = {"proposed": max(networks), "judged": min(networks)}
    return replace(found, reading=found.reading.model_copy(update=likelihoods))


#: As the coordinator gives them: of each meaning one.
candidates = st.lists(evidence(), max_size=6, unique_by=lambda each: each.reading.constraints)
models = st.sampled_from([shipped_model(*each) for each in product((True, False), repeat=2)])


@given(candidates, scorings, models)
def test_the_probabilities_of_behaviours_and_none_sum_to_one(
    given_ones: list[CandidateEvidence], scores: list[float] | None, model: PosteriorModel
) -> None:
    found = posterior(given_ones, scores, model)
    assert sum(each.probability for each in found.behaviours) + found.none == pytest.approx(1.0)
    assert all(0.0 <= each.probability <= 1.0 for each in found.behaviours)
    assert [each.probability for each in found.behaviours] == sorted(
        (each.probability for each in found.behaviours), reverse=True
    )
    assert all(0.0 <= each.sureness <= 1.0 for each in found.behaviours)
    assert sum(each.sureness for each in found.behaviours) <= 1.0 + 1e-9


@given(candidates, scorings, models, st.integers(0, 2**32))
def test_the_order_of_candidates_makes_no_difference(
    given_ones: list[CandidateEvidence], scores: list[float] | None, model: PosteriorModel, seed: int
) -> None:
    turned = list(given_ones)
    Random(seed).shuffle(turned)
    one, other = posterior(given_ones, scores, model), posterior(turned, scores, model)
    assert one.behaviours == other.behaviours
    assert one.none == other.none


@given(candidates, scorings, models)
def test_every_candidate_is_in_one_behaviour_and_its_readings_are_treated_alike(
    given_ones: list[CandidateEvidence], scores: list[float] | None, model: PosteriorModel
) -> None:
    found = posterior(given_ones, scores, model)
    told = [reading for each in found.behaviours for reading in each.readings]
    assert sorted(each.constraints for each in told) == sorted(each.reading.constraints for each in given_ones)
    answers = {each.reading.constraints: each.satisfied for each in given_ones}
    for each in found.behaviours:
        assert {answers[reading.constraints] for reading in each.readings} == {each.satisfied}
    met = [each.satisfied for each in found.behaviours if any(each.satisfied)]
    assert len(met) == len(set(met)), "two behaviours that a plan of the bank satisfies are told apart by one"


@given(candidates.filter(bool), scorings, models)
def test_another_candidate_that_plans_treat_alike_and_nothing_speaks_for_changes_no_probability(
    given_ones: list[CandidateEvidence], scores: list[float] | None, model: PosteriorModel
) -> None:
    strongest = max(given_ones, key=lambda each: any(each.satisfied))
    if not any(strongest.satisfied):
        return
    twin = candidate("(at end (twin))", strongest.satisfied, 0.0, strongest.reading.kind)
    one, other = posterior(given_ones, scores, model), posterior([*given_ones, twin], scores, model)
    assert [each.probability for each in one.behaviours] == [each.probability for each in other.behaviours]
