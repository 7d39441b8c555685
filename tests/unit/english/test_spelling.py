from __future__ import annotations

import pytest

from plancritic.english.spelling import is_swapped


@pytest.mark.parametrize(
    ("one", "other", "swapped"),
    [("teh", "the", True), ("the", "the", False), ("eht", "the", False), ("then", "the", False), ("tha", "the", False)],
)
def test_two_neighbouring_letters_that_changed_places_are_found(one: str, other: str, swapped: bool) -> None:
    assert is_swapped(one, other) == is_swapped(other, one) == swapped
