import numpy as np
import pytest

from plancritic.adherence.dataset import Example
from plancritic.contracts.scoring import is_unsure
from plancritic.laboratory.adherence.measurement.accuracy import (
    evaluate,
    expected_calibration_error,
    unsure,
    unsure_band,
)


def example(adheres: bool, **changes: object) -> Example:
    return Example(0, **{"text": "t", "adheres": adheres, "sort": "always", **changes})  # type: ignore[arg-type]


def probabilities(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


def test_error_rates_are_shares_of_their_own_side() -> None:
    found = evaluate([example(True), example(True), example(False)], probabilities(0.9, 0.1, 0.2), 0.5)

    assert (found.overall.examples, found.overall.accuracy) == (3, 0.6667)
    assert (found.overall.false_positives, found.overall.false_negatives) == (0.0, 0.5)
    assert found.guessing == 0.6667
    assert found.balanced == pytest.approx(0.75)
    assert found.unsure is None


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


def test_the_model_is_sure_of_the_ends_of_its_band_as_whoever_reads_its_scores_is() -> None:
    examples = [example(adheres) for adheres in (True, False, False, True)]
    found, band = probabilities(0.4, 0.45, 0.6, 0.9), (0.4, 0.6)

    judged = unsure(examples, found, 0.5, band)

    assert [is_unsure(round(float(each), 5), band) for each in found] == [False, True, False, False]
    assert judged.share == 0.25
    assert judged.inside is not None
    assert judged.outside is not None
    assert (judged.inside.examples, judged.inside.accuracy) == (1, 1.0)
    assert (judged.outside.examples, judged.outside.accuracy) == (3, 0.3333)


def test_an_empty_band_says_nothing_of_its_inside() -> None:
    assert unsure([example(True)], probabilities(0.9), 0.5, (0.5, 0.5)).inside is None


def test_examples_of_one_text_count_once_for_how_sure_a_share_is() -> None:
    generator = np.random.default_rng(1)
    of_its_own = [example(True, text=str(number)) for number in range(400)]
    of_few = [example(True, text=str(number // 20)) for number in range(400)]
    right = np.repeat(generator.random(20) < 0.7, 20)
    found = np.where(right, 0.9, 0.1).astype(np.float32)

    alone, together = (evaluate(examples, found, 0.5).overall for examples in (of_its_own, of_few))

    assert alone.accuracy == together.accuracy
    assert (alone.texts, together.texts) == (400, 20)
    assert alone.interval is not None and together.interval is not None
    width = [high - low for low, high in (alone.interval, together.interval)]
    # Twenty that stand and fall together are as good as one: the interval is wider by the root of twenty.
    assert width[1] / width[0] == pytest.approx(20**0.5, rel=0.15)
    assert together.interval[0] <= together.accuracy <= together.interval[1]


def test_one_text_alone_has_no_interval() -> None:
    assert evaluate([example(True)] * 9, probabilities(*[0.9] * 9), 0.5).overall.interval is None


def doubtful(count: int, half: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Probabilities, and labels that are by chance nearer to one half than `half` and right elsewhere."""
    generator = np.random.default_rng(seed)
    found = generator.random(count).astype(np.float32)
    return found, np.where(np.abs(found - 0.5) < half, generator.random(count) < 0.5, found >= 0.5)


def outside_right(found: np.ndarray, labels: np.ndarray, band: tuple[float, float]) -> float:
    outside = np.array([not is_unsure(float(each), band) for each in found])
    return float(((found >= 0.5) == labels)[outside].mean())


def test_the_band_leaves_out_what_is_almost_always_right() -> None:
    low, high = unsure_band([doubtful(4000, 0.2, 1)], 0.5)

    assert 0.3 <= low <= 0.36 and 0.64 <= high <= 0.7
    assert low + high == pytest.approx(1.0)


def test_the_band_keeps_its_promise_on_every_corpus_and_not_on_the_mean_of_them() -> None:
    easy, hard = doubtful(6000, 0.05, 1), doubtful(300, 0.35, 2)

    band = unsure_band([easy, hard], 0.5)

    narrow = unsure_band([easy], 0.5)
    assert band == unsure_band([hard, easy], 0.5)
    assert band[0] < narrow[0] < 0.5 < narrow[1] < band[1]
    assert outside_right(*hard, narrow) < 0.9 < 0.97 <= outside_right(*hard, band)


def test_a_handful_of_examples_neither_shows_a_promise_nor_breaks_one() -> None:
    few = doubtful(40, 0.5, 3)
    sure = doubtful(1000, 0.0, 4)

    assert unsure_band([few], 0.5) == unsure_band([], 0.5) == (0.01, 0.99)
    assert unsure_band([sure, few], 0.5) == unsure_band([sure], 0.5) == (0.5, 0.5)


def test_where_nothing_is_right_all_but_the_ends_is_unsure() -> None:
    found, labels = doubtful(1000, 0.0, 5)

    assert unsure_band([(found, ~labels)], 0.5) == (0.01, 0.99)


def test_nothing_to_judge_is_refused() -> None:
    with pytest.raises(ValueError, match="no examples"):
        evaluate([], probabilities(), 0.5)
