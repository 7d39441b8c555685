import numpy as np
import pytest

from plancritic.scorer.dataset import Example
from plancritic.scorer.evaluation import evaluate, expected_calibration_error, unsure


def example(adheres: bool, **changes: object) -> Example:
    return Example(0, "t", adheres, **{"sort": "always", **changes})  # type: ignore[arg-type]


def probabilities(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


def test_error_rates_are_shares_of_their_own_side() -> None:
    found = evaluate([example(True), example(True), example(False)], probabilities(0.9, 0.1, 0.2), 0.5)

    assert (found.overall.examples, found.overall.accuracy) == (3, 0.6667)
    assert (found.overall.false_positives, found.overall.false_negatives) == (0.0, 0.5)
    assert found.guessing == 0.6667
    assert found.balanced == pytest.approx(0.75)


def test_types_near_misses_archetypes_and_problems_are_judged_alone() -> None:
    examples = [
        example(True, sort="always"),
        example(False, sort="always", near_miss=True),
        example(False, sort="within", near_miss=True, archetype="underwater_all_removed"),
        example(True, sort="within", archetype="underwater_all_removed"),
    ]

    found = evaluate(examples, probabilities(0.9, 0.1, 0.9, 0.9), 0.5, ["1", "1", "4", "4"])

    assert {sort: each.accuracy for sort, each in found.by_type.items()} == {"always": 1.0, "within": 0.5}
    assert {problem: each.accuracy for problem, each in found.by_problem.items()} == {"1": 1.0, "4": 0.5}
    assert found.near_misses is not None
    assert (found.near_misses.examples, found.near_misses.accuracy) == (2, 0.5)
    assert found.archetypes["underwater_all_removed"].false_positives == 1.0


def test_one_that_always_says_yes_is_right_as_often_as_guessing_and_half_balanced() -> None:
    found = evaluate([example(True)] * 8 + [example(False)] * 2, probabilities(*[0.9] * 10), 0.5)

    assert found.overall.accuracy == found.guessing == 0.8
    assert found.balanced == 0.5
    assert found.near_misses is None


def test_probabilities_that_come_true_have_no_calibration_error() -> None:
    labels = np.array([True] * 3 + [False])

    assert expected_calibration_error(probabilities(*[0.75] * 4), labels) == 0.0
    assert expected_calibration_error(probabilities(*[0.95] * 4), labels) == pytest.approx(0.2, abs=1e-4)


def test_calibration_error_weighs_tenths_by_their_examples() -> None:
    labels = np.array([True, True, True, False])

    # Three at 1.0 that are right, one at 0.45 that does not adhere: a quarter of 0.45.
    assert expected_calibration_error(probabilities(1.0, 1.0, 1.0, 0.45), labels) == pytest.approx(0.1125, abs=1e-4)


def test_the_unsure_band_holds_its_lower_bound_and_not_its_upper() -> None:
    labels = np.array([True, False, True, False])

    found = unsure(probabilities(0.4, 0.6, 0.9, 0.1), labels, 0.5, (0.4, 0.6))

    assert found.share == 0.25
    assert found.inside is not None
    assert found.outside is not None
    assert (found.inside.examples, found.inside.accuracy) == (1, 0.0)
    assert (found.outside.examples, found.outside.accuracy) == (3, 0.6667)


def test_an_empty_band_says_nothing_of_its_inside() -> None:
    assert unsure(probabilities(0.9), np.array([True]), 0.5, (0.5, 0.5)).inside is None


def test_nothing_to_judge_is_refused() -> None:
    with pytest.raises(ValueError, match="no examples"):
        evaluate([], probabilities(), 0.5)
