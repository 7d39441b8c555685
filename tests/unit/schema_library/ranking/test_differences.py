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
PARAMETERS = "?robot - robot ?room1 - room ?room2 - room ?box - box"

WITH_BOX = "?robot - robot ?room1 - room ?room2 - room ?box - box"


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (
            go(
                "(robot-at ?robot ?room1) (linked ?room1 ?room2) (not (clean ?room2))".replace("?room2))", "?robot))"),
                "(robot-at ?robot ?room2) (not (robot-at ?robot ?room1))",
            ),
            ("The action go is possible only if the robot is not clean.",),
        ),
        (
            go("(robot-at ?robot ?room1)", "(robot-at ?robot ?room2) (not (robot-at ?robot ?room1))"),
            ("The action go is possible even if no door leads from room 1 to room 2.",),
        ),
        (
            go("(robot-at ?robot ?room1) (linked ?room1 ?room2)", "(robot-at ?robot ?room2)"),
            ("The action go does not change whether the robot is in room 1.",),
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
    assert sentence == "The action go names its objects in another order: the robot, room 2 and room 1."


def test_the_same_schemas_differ_in_nothing() -> None:
    assert differences([PLAIN], [PLAIN], HALL) == ()


def test_the_contrary_of_what_the_first_one_asks_for_is_told_once() -> None:
    wants = go("(robot-at ?robot ?room1) (held ?box)", "(robot-at ?robot ?room2)", WITH_BOX)
    refuses = go("(robot-at ?robot ?room1) (not (held ?box))", "(robot-at ?robot ?room2)", WITH_BOX)
    assert differences([wants], [refuses], HALL) == (
        "The action go is possible only if the robot does not hold the box.",
    )


def test_what_the_other_schema_alone_speaks_of_is_some_thing() -> None:
    other = go(
        "(robot-at ?robot ?room1) (linked ?room1 ?room2) (held ?box)",
        "(robot-at ?robot ?room2) (not (robot-at ?robot ?room1))",
        WITH_BOX,
    )
    assert differences([PLAIN], [other], HALL) == (
        "The action go is possible only if the robot holds some box.",
        "The action go is about a robot, two rooms and a box instead of a robot and two rooms.",
    )


def test_a_variable_that_is_named_by_its_role_is_told_as_one() -> None:
    roles = "?robot - robot ?from - room ?to - room"
    first = go("(robot-at ?robot ?from)", "(robot-at ?robot ?to)", roles)
    other = go("(robot-at ?robot ?from)", "(robot-at ?robot ?to) (not (robot-at ?robot ?from))", roles)
    assert differences([first], [other], HALL) == ("After the action go, the robot is not in the room 'from'.",)
