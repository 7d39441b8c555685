"""Numbers that belong to names, spelled as on the radio."""

import pytest

from plancritic.translator.sentences.spelled import spelled_names


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("waypoint Bravo One is to be scouted", "waypoint Bravo 1 is to be scouted"),
        ("alpha-two must never be visited", "alpha 2 must never be visited"),
        ("pass waypoint b two before waypoint a one", "pass waypoint b 2 before waypoint a 1"),
    ],
)
def test_a_number_behind_a_spelled_letter_is_part_of_the_name(said: str, written: str) -> None:
    assert spelled_names(said) == written


@pytest.mark.parametrize(
    "said",
    [
        "alpha one time at most",
        "bravo two hours before the scout",
        "arrival sequence: alpha one, bravo two",
        "one of the boats",
    ],
)
def test_a_number_that_counts_something_is_not(said: str) -> None:
    assert spelled_names(said) == said
