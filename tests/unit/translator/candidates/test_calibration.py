"""A score is how often such a reading is right."""

from plancritic.translator.candidates.calibration import scores, shipped


def test_a_better_fit_is_never_worth_less() -> None:
    worth = [shipped().score(fit / 100) for fit in range(101)]
    assert worth == sorted(worth)
    assert worth[0] == 0.0
    assert 0.9 <= worth[-1] <= 1.0


def test_a_rival_that_comes_near_makes_the_best_reading_unsure() -> None:
    alone, beside, equal = (
        scores([0.98, *others], rival)[0] for others, rival in (([], None), ([0.9], 0.9), ([0.98], 0.98))
    )
    assert alone > beside > equal
    assert alone >= 0.85 > equal


def test_scores_keep_the_order_of_the_readings() -> None:
    found = scores([0.98, 0.97, 0.6], 0.97)
    assert found == sorted(found, reverse=True)
