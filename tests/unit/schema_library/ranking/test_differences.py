"""In words, how schemas differ."""

from __future__ import annotations

import pytest
from tests.support.descriptions import hall

from plancritic.domains.descriptions import schema_of, skeleton_of
from plancritic.schema_library.candidates.candidate import Candidate
from plancritic.schema_library.ranking.differences import differences

HALL = hall()
SKELETON = skeleton_of(HALL)


def go(before: str, after: str, parameters: str = "?robot - robot ?room1 - room ?room2 - room") -> Candidate:
    text = f"(:action go :parameters ({parameters}) :precondition (and {before}) :effect (and {after}))"
    return Candidate("go", schema_of(SKELETON, text), text, ("01",))


PLAIN = go("(robot-at ?robot ?room1) (linked ?room1 ?room2)", "(robot-at ?robot ?room2) (not (robot-at ?robot ?room1))")


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (
            go(
                "(robot-at ?robot ?room1) (linked ?room1 ?room2) (not (clean ?room2))".replace("?room2))", "?robot))"),
                "(robot-at ?robot ?room2) (not (robot-at ?robot ?room1))",
            ),
            ("go also needs that it is not so that it is clean (not (clean ?robot))",),
        ),
        (
            go("(robot-at ?robot ?room1)", "(robot-at ?robot ?room2) (not (robot-at ?robot ?room1))"),
            ("go does not need that a door leads from room 1 to room 2 (linked ?room1 ?room2)",),
        ),
        (
            go("(robot-at ?robot ?room1) (linked ?room1 ?room2)", "(robot-at ?robot ?room2)"),
            ("go does not end that the robot is in room 1 (robot-at ?robot ?room1)",),
        ),
    ],
)
def test_each_difference_is_a_sentence_with_the_meaning_of_the_predicate(
    other: Candidate, words: tuple[str, ...]
) -> None:
    assert differences([PLAIN], [other], HALL) == words


def test_schemas_that_differ_in_the_order_of_their_parameters_alone_are_told_so() -> None:
    other = go(
        "(robot-at ?robot ?room2) (linked ?room2 ?room1)",
        "(robot-at ?robot ?room1) (not (robot-at ?robot ?room2))",
        "?robot - robot ?room1 - room ?room2 - room",
    )
    (sentence,) = differences([PLAIN], [other], HALL)
    assert sentence.startswith("go names its objects in another order")


def test_the_same_schemas_differ_in_nothing() -> None:
    assert differences([PLAIN], [PLAIN], HALL) == ()
