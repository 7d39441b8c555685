"""The softmax over behaviours and `none`: what is one behaviour, what is best, and what may have been meant."""

from __future__ import annotations

import math

import pytest
from pydantic import ValidationError
from tests.support.candidates import candidate

from plancritic.posterior import (
    Behaviour,
    LinearForm,
    PosteriorModel,
    StatementPosterior,
    features_of,
    posterior,
    shipped_model,
)

MODEL = PosteriorModel(
    weights={"score": 2.0, "for": 1.0},
    none={"always": 0.5, "unread": 1.0},
    clear=0.9,
    behaviour_quantile=0.7,
    none_quantile=0.7,
)


def test_the_odds_are_those_of_the_logits() -> None:
    found = posterior(
        [candidate("(at end (a))", (True, False), 0.8), candidate("(at end (b))", (False, True), 0.3)], None, MODEL
    )
    first, second = found.behaviours
    assert first.probability / second.probability == pytest.approx(math.exp(2.0 * (0.8 - 0.3)))
    assert first.probability / found.none == pytest.approx(math.exp(1.6 - 0.5))


SECOND = MODEL.model_copy(update={"second": LinearForm(weights={"judged": 3.0}, none={"always": 1.0})})


def test_without_a_second_opinion_a_behaviour_is_as_sure_as_it_is_likely() -> None:
    found = posterior([candidate("(at end (a))", (True, False), 0.8)], None, MODEL)
    assert found.behaviours[0].sureness == found.behaviours[0].probability


def test_a_behaviour_of_an_earlier_checkpoint_is_as_sure_as_it_is_likely() -> None:
    stored = behaviour(0.8).model_dump(exclude={"sureness"})
    assert Behaviour.model_validate(stored).sureness == 0.8
    assert Behaviour.model_validate({**stored, "sureness": 0.3}).sureness == 0.3


def test_sureness_pools_both_opinions_by_their_geometric_mean() -> None:
    candidates, none = (
        ({"score": 0.8, "proposed": 0.9, "judged": 0.7}, {"score": 0.6, "proposed": 0.2}),
        {"always": 1.0},
    )
    first = SECOND.shares(candidates, none)
    assert SECOND.second is not None
    second = SECOND.second.shares(candidates, none)
    means = [math.sqrt(one * other) for one, other in zip(first, second, strict=True)]
    pooled = SECOND.sureness(candidates, none)
    assert pooled == pytest.approx([each / sum(means) for each in means])
    assert sum(pooled) == pytest.approx(1.0)


def test_of_what_the_networks_do_not_read_nothing_is_sure_however_likely_it_is() -> None:
    strong = candidate("(at end (a))", (True, False), 1.0)
    found = posterior([strong], None, SECOND.model_copy(update={"weights": {"score": 9.0}}), asks_nothing=0.1)
    assert found.behaviours[0].probability > 0.9
    assert found.behaviours[0].sureness == 0.0


def test_candidates_that_all_plans_treat_alike_are_one_behaviour_with_the_likeliest_ones_features() -> None:
    weak, strong, other = (
        candidate("(sometime (a))", (True, False), 0.3),
        candidate("(at end (a))", (True, False), 0.8),
        candidate("(at end (b))", (False, True), 0.5),
    )
    found = posterior([weak, strong, other], None, MODEL)
    assert [each.readings for each in found.behaviours] == [(strong.reading, weak.reading), (other.reading,)]
    assert found.behaviours[0].features == features_of(strong, None)
    alone = posterior([strong, other], None, MODEL)
    assert found.behaviours[0].probability == alone.behaviours[0].probability, "saying it twice makes it no likelier"


def test_candidates_that_no_plan_satisfies_are_told_apart_by_their_meaning() -> None:
    never = [
        candidate("(always (a))", (False, False)),
        candidate("(always (b))", (False, False)),
        candidate("(always (not (not (a))))", (False, False)),
    ]
    found = posterior(never, None, MODEL)
    assert sorted(len(each.readings) for each in found.behaviours) == [1, 2]


def test_candidates_as_likely_come_in_the_order_of_their_canonical_keys() -> None:
    one, other = candidate("(at end (a))", (True, False)), candidate("(at end (b))", (False, True))
    for given in ([one, other], [other, one]):
        assert [each.best for each in posterior(given, None, MODEL).behaviours] == [one.reading, other.reading]


def test_with_nothing_but_guesses_none_is_likelier() -> None:
    readings, guesses = (
        posterior([candidate("(at end (a))", (True, False), kind=kind)], None, MODEL) for kind in ("reading", "guess")
    )
    assert guesses.none > readings.none
    assert guesses.none_features == {"always": 1.0, "unread": 1.0}


def test_without_a_candidate_none_is_certain() -> None:
    found = posterior([], None, MODEL)
    assert (found.behaviours, found.none, found.best) == ((), 1.0, None)


def behaviour(probability: float) -> Behaviour:
    reading = candidate("(at end (a))", (True,)).reading
    return Behaviour(readings=(reading,), probability=probability, features={}, satisfied=(True,))


def test_the_best_behaviour_is_none_where_none_is_likelier() -> None:
    first, second = behaviour(0.4), behaviour(0.15)
    assert StatementPosterior(behaviours=(first, second), none=0.45).best is None
    assert StatementPosterior(behaviours=(first, second), none=0.4).best is first


def test_the_conformal_set_has_what_is_likely_enough_and_none_apart() -> None:
    found = StatementPosterior(behaviours=(behaviour(0.4), behaviour(0.3), behaviour(0.1)), none=0.2)
    likely, none = found.conformal_set(MODEL)
    assert [each.probability for each in likely] == [0.4, 0.3]
    assert not none
    wide = MODEL.model_copy(update={"behaviour_quantile": 1.0, "none_quantile": 0.8})
    likely, none = found.conformal_set(wide)
    assert (len(likely), none) == (3, True)


def test_the_models_that_ship_differ_in_the_scorers_word() -> None:
    with_scorer, without = shipped_model(True), shipped_model(False)
    assert {"for", "against"} <= set(with_scorer.weights)
    assert not {"for", "against"} & set(without.weights)
    assert with_scorer.clear < 1.0


def test_the_scorers_word_turns_the_shipped_models_choice_round() -> None:
    candidates = [
        candidate("(at end (a))", (False, True, False), 0.6),
        candidate("(at end (b))", (False, False, True), 0.6),
    ]
    one, other = (
        posterior(candidates, probabilities, shipped_model(True)).best
        for probabilities in ((0.1, 0.95, 0.1), (0.1, 0.1, 0.95))
    )
    assert one is not None
    assert other is not None
    assert (one.best, other.best) == (candidates[0].reading, candidates[1].reading)


@pytest.mark.parametrize("wrong", [{"clear": 1.2}, {"none_quantile": -0.1}, {"surprise": 1}])
def test_a_model_with_a_threshold_that_is_no_share_or_a_field_that_nobody_knows_is_refused(
    wrong: dict[str, float],
) -> None:
    with pytest.raises(ValidationError):
        PosteriorModel.model_validate({**MODEL.model_dump(), **wrong})
