"""What may turn a wish round in ways that nothing composes is refused: rather no reading than the opposite."""

from __future__ import annotations

import time

import pytest
from tests.support.parsers import parser

from plancritic.translator.speech import said_plainly
from plancritic.translator.twists import twisted

#: Domain, a sentence that was read as its opposite, or as something else, with 0.8 and more.
OPPOSITES = (
    ("haulage", "Do not deliver parcel 1 last."),
    ("satellite", "The image of Star5 must not be the first one."),
    ("waterway", "The scout must not be the last boat to reach B."),
    ("satellite", "Nothing but Star5 should be photographed."),
    ("haulage", "Nothing but parcel 1 should be delivered to the hospital."),
    ("waterway", "Stop the scout from avoiding waypoint B."),
    ("waterway", "Keep the scout from missing waypoint B."),
    ("waterway", "Nobody may stop the scout from visiting waypoint B."),
    ("satellite", "I'm afraid the satellite might miss Star5."),
    ("satellite", "We are missing a picture of Star5."),
    ("waterway", "We miss the scout at waypoint A."),
    ("waterway", "Give the scout a rest at waypoint A."),
    ("waterway", "The scout may skip waypoint A."),
    ("satellite", "Star5 may be skipped."),
    ("satellite", "Lift the ban on Star0."),
    ("satellite", "Star0 is no longer off limits."),
    ("satellite", "Do not shy away from Star0."),
    ("waterway", "Not all boats should visit A."),
    ("haulage", "Not everybody should end at the depot."),
    ("waterway", "Somebody should be at A at the end."),
    ("haulage", "Deliver something to the market."),
    ("haulage", "Van 1 should be at the mill once the parade is over."),
    ("satellite", "Look at Star5 once the eclipse is over."),
    ("waterway", "The salvage boat must not go to A, not even B."),
    ("haulage", "The van should make a detour to the market."),
    ("waterway", "The scout ends at A in your plan, which is wrong."),
    ("waterway", "Keep the debris boat at the start for the first 3 hours."),
    ("waterway", "The scout should take a while at waypoint B."),
    ("waterway", "The scout visits waypoint C."),
    ("waterway", "The salvage boat must avoid waypoint D."),
)


@pytest.mark.parametrize(("domain", "statement"), OPPOSITES)
def test_what_may_be_turned_round_has_no_reading_and_a_reason(domain: str, statement: str) -> None:
    reader = parser(domain)
    assert reader.parse(statement) == ()
    assert reader.why_not(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "The scout must not go to the first waypoint of branch A.",
        "I miss a stop of the scout at waypoint B, please add one.",
        "No vessel may be at waypoint A, not even once.",
        "Lift the restriction on waypoint B.",
        "Nothing may lie on the bottom of branch B any more.",
        "No one but the scout leaves the start until the end point has been scouted.",
        "Stop the scout from going to A.",
        "No boat may visit A, not for a moment.",
        "The scout may not skip waypoint B.",
    ],
)
def test_what_is_said_straight_is_no_twist(statement: str) -> None:
    assert twisted(statement) is None


def test_long_repetitions_are_looked_through_in_no_time() -> None:
    # With an unbounded gap in a pattern of politeness this took nearly five seconds.
    started = time.process_time()
    said_plainly("it would help " * 142)
    assert time.process_time() - started < 2
