"""The weights are those that made the data, and the thresholds keep what they promise."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import pytest

from plancritic.laboratory.feedback.posterior.examples import Example
from plancritic.laboratory.feedback.posterior.fitting import (
    Prediction,
    fit,
    left_out,
    predicted,
    second_opinion,
    thresholds,
    upper_bound,
)
from plancritic.posterior import PosteriorModel

WEIGHTS, NONE = {"score": 3.0, "for": 1.0, "guess": -1.5}, {"always": 0.5}


def example(*candidates: dict[str, float], right: tuple[bool, ...], domain: str = "one") -> Example:
    return Example(domain, "suite", "Go.", candidates, {"always": 1.0}, right, True)


def drawn(count: int, seed: int = 1, domain: str = "one") -> list[Example]:
    """Statements whose right candidate is drawn by the odds of the weights."""
    random = Random(seed)
    found = []
    for _ in range(count):
        candidates = [
            {"score": random.random(), "for": random.uniform(-4.0, 0.0), "guess": float(random.random() < 0.3)}
            for _ in range(random.randint(1, 4))
        ]
        logits = [sum(WEIGHTS[name] * value for name, value in each.items()) for each in candidates]
        chosen = random.choices(range(len(logits) + 1), [math.exp(each) for each in (*logits, NONE["always"])])[0]
        found.append(example(*candidates, right=tuple(place == chosen for place in range(len(logits))), domain=domain))
    return found


def test_the_fit_finds_the_weights_that_the_data_was_made_with() -> None:
    weights, none = fit(drawn(4000), with_scorer=True)
    assert set(weights) == set(WEIGHTS)
    for name, value in WEIGHTS.items():
        assert weights[name] == pytest.approx(value, abs=0.3), name
    assert none["always"] == pytest.approx(NONE["always"], abs=0.3)


def test_no_step_away_from_the_fit_makes_the_data_likelier() -> None:
    examples = drawn(300)
    weights, none = fit(examples, with_scorer=True)

    def likelihood(changed: dict[str, float]) -> float:
        model = PosteriorModel(weights=changed, none=none, clear=1.0, behaviour_quantile=1.0, none_quantile=1.0)
        return sum(math.log(predicted(each, model).of_right) for each in examples) - sum(
            each**2 for each in changed.values()
        )

    best = likelihood(weights)
    for name in weights:
        for step in (-0.2, 0.2):
            assert likelihood({**weights, name: weights[name] + step}) < best


def test_a_model_without_the_scorer_does_not_see_its_word() -> None:
    weights, _ = fit(drawn(50), with_scorer=False)
    assert set(weights) == {"score", "guess"}


def test_one_of_several_right_candidates_may_be_taken_for_it() -> None:
    both = example({"score": 1.0}, {"score": 0.0}, right=(True, True))
    model = PosteriorModel(weights={"score": 2.0}, none={}, clear=1.0, behaviour_quantile=1.0, none_quantile=1.0)
    found = predicted(both, model)
    assert found.right
    assert found.of_right == pytest.approx((math.exp(2.0) + 1.0) / (math.exp(2.0) + 2.0))


def test_where_no_candidate_is_right_none_is() -> None:
    model = PosteriorModel(weights={"score": 2.0}, none={"always": 1.0}, clear=1, behaviour_quantile=1, none_quantile=1)
    missed, found = (predicted(example({"score": score}, right=(False,)), model) for score in (1.0, 0.0))
    assert (missed.none, missed.right) == (False, False)
    assert (found.none, found.right) == (True, True)
    assert found.probability == found.of_right == pytest.approx(math.e / (math.e + 1.0))


def test_without_examples_there_is_nothing_to_fit() -> None:
    with pytest.raises(ValueError, match="no rows to fit"):
        fit([], with_scorer=True)


def test_every_example_is_predicted_by_weights_of_the_other_domains() -> None:
    one = [example({"score": 1.0}, right=(True,), domain="one")] * 20
    other = [example({"score": 1.0}, right=(False,), domain="other")] * 20
    found = left_out([*one, *other], with_scorer=True)
    assert len(found) == 40
    assert not any(each.right for each in found), "what the other domain teaches is wrong here"


@pytest.mark.parametrize(
    ("failures", "trials", "bound"),
    [(0, 1, 0.95), (0, 10, 0.2589), (0, 59, 0.0495), (1, 10, 0.3942), (2, 20, 0.2826), (5, 50, 0.1990), (10, 10, 1.0)],
)
def test_the_bound_is_clopper_and_pearsons(failures: int, trials: int, bound: float) -> None:
    assert upper_bound(failures, trials) == pytest.approx(bound, abs=5e-4)


def test_the_bound_falls_with_trials_and_grows_with_failures_and_confidence() -> None:
    assert upper_bound(1, 100) < upper_bound(1, 50) < upper_bound(2, 50) < upper_bound(2, 50, confidence=0.99)


def prediction(
    probability: float, right: bool = True, none: bool = False, meant: bool = True, sureness: float | None = None
) -> Prediction:
    of_right = probability if right else 1.0 - probability
    sure = probability if sureness is None else sureness
    return Prediction(example({"score": 0.5}, right=(meant,)), probability, sure, right, none, of_right)


def test_what_is_clear_is_chosen_by_sureness_and_what_is_in_the_set_by_the_posterior() -> None:
    found = thresholds([prediction(0.7, sureness=0.97)] * 200, bound=0.02, miss=0.1)
    assert (found.clear, found.clear_count) == (0.97, 200)
    assert found.behaviour_quantile == pytest.approx(0.3)


def with_reader(*candidates: dict[str, float], right: tuple[bool, ...], domain: str = "one") -> Example:
    none = {"always": 1.0, "learned": 1.0, "unread": 1.0}
    return Example(domain, "suite", "Go.", candidates, none, right, False)


def test_a_second_opinion_hears_nothing_of_the_grammar_and_knows_only_what_the_networks_read() -> None:
    read = {"score": 0.9, "similarity": 0.4, "doubt": 1.0, "proposed": 0.8, "judged": 0.7}
    unread = {"score": 1.0, "guess": 1.0}
    second = second_opinion([with_reader(read, unread, right=(True, False))] * 20, with_scorer=False)
    assert second is not None
    assert set(second.weights) == {"proposed", "judged"}
    assert set(second.none) == {"always", "learned"}


def test_without_the_networks_word_there_is_no_second_opinion() -> None:
    examples = [with_reader({"proposed": 0.8}, right=(True,)), example({"score": 1.0}, right=(True,))]
    assert second_opinion(examples, with_scorer=False) is None


def test_a_prediction_is_surer_where_both_opinions_agree() -> None:
    agreed = {"score": 0.9, "proposed": 0.9, "judged": 0.9}
    alone = {"score": 0.9, "proposed": 0.01, "judged": 0.01}
    learnt = [with_reader(agreed, right=(True,)), with_reader(alone, right=(False,), domain="other")] * 20
    found = left_out([*learnt, *(replace(each, domain="third") for each in learnt)], with_scorer=False)
    sure = {each.right: each.sureness for each in found if each.example.domain == "third" and not each.none}
    assert sure.get(True, 0.0) > sure.get(False, 0.0)


def test_a_reading_is_clear_from_the_least_sureness_on_that_the_bound_allows() -> None:
    sure, wrong = [prediction(0.95)] * 149, [prediction(0.9, right=False)] * 3
    found = thresholds([*sure, *wrong], bound=0.02, miss=0.1)
    assert (found.clear, found.clear_count, found.clear_wrong) == (0.95, 149, 0)
    more = thresholds([*sure, *wrong, *[prediction(0.8)] * 400], bound=0.02, miss=0.1)
    assert (more.clear, more.clear_count, more.clear_wrong) == (0.8, 552, 3)


def test_too_few_right_ones_make_nothing_clear() -> None:
    found = thresholds([prediction(0.99)] * 148, bound=0.02, miss=0.1)
    assert (found.clear, found.clear_count) == (1.0, 0)


def test_of_readings_as_likely_all_are_clear_or_none_is() -> None:
    found = thresholds([*[prediction(0.95)] * 149, *[prediction(0.95, right=False)] * 5], bound=0.02, miss=0.1)
    assert found.clear == 1.0


def test_statements_taken_for_nothing_are_no_clear_readings() -> None:
    assert thresholds([prediction(0.99, none=True, meant=False)] * 300, bound=0.02, miss=0.1).clear_count == 0


def test_the_quantiles_are_those_of_split_conformal_prediction_of_behaviours_and_of_none_apart() -> None:
    meant = [prediction(1.0 - place / 100) for place in range(1, 20)]
    nothing = [prediction(1.0 - place / 100, none=True, meant=False) for place in range(41, 50)]
    found = thresholds([*meant, *nothing], bound=0.02, miss=0.1)
    # The 18th of 19 (20 times 0.9), and the 9th of 9 (10 times 0.9).
    assert (found.behaviour_quantile, found.none_quantile) == (0.18, 0.49)


def test_too_few_scores_keep_everything_in_the_set() -> None:
    found = thresholds([prediction(0.5)] * 8, bound=0.02, miss=0.1)
    assert (found.behaviour_quantile, found.none_quantile) == (1.0, 1.0)
