import pytest

from plancritic.english.likelihood import likelihood


@pytest.mark.parametrize(
    ("probability", "words"),
    [
        (1.0, "almost certain"),
        (0.995, "almost certain"),
        (0.9949, "99% likely"),
        (0.6, "60% likely"),
        (0.0, "less than 1% likely"),
    ],
)
def test_nothing_that_is_estimated_is_a_hundred_per_cent_or_none(probability: float, words: str) -> None:
    assert likelihood(probability) == words
