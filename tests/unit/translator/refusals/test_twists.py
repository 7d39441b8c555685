"""What may turn a wish round in ways that nothing composes is refused: rather no reading than the opposite."""

from __future__ import annotations

import asyncio
import time

import pytest
from tests.support.parsers import parser

from plancritic.contracts.translation import Statement
from plancritic.domains import load_domain
from plancritic.translator.refusals.twists import twisted
from plancritic.translator.sentences.speech import said_plainly
from plancritic.translator.translation import Translator

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


#: Sentences that guesses would turn round as well.
REVERSED = (
    ("waterway", "No: scout at waypoint B."),
    ("waterway", "no, vessel at waypoint B"),
    ("satellite", "No - satellite0 at Star5."),
    ("waterway", "The scout never goes to waypoint B. Until then the debris boat stays at the start."),
    ("haulage", "Van 1 must not go to the market. Before that parcel 1 must not be moved."),
    ("waterway", "The scout should not only go to B but also to A."),
    ("satellite", "Not only Star5 but also Phenomenon4 must be photographed."),
    ("haulage", "Van 1 should visit not merely the market but the school as well."),
    ("waterway", "No more than one vessel may be at waypoint B."),
    ("haulage", "Not more than one van may be at the market."),
    ("waterway", "The scout must wait 5 hours before going to waypoint B."),
    ("haulage", "The van must wait 20 minutes before driving to the market."),
    ("waterway", "Let 5 hours pass before the tug goes to B."),
    ("satellite", "At least 50 seconds must elapse before satellite0 points at Star5."),
)


@pytest.mark.parametrize(("domain", "statement"), REVERSED)
def test_what_nearly_every_guess_would_reverse_has_no_guess_either(domain: str, statement: str) -> None:
    asked = [Statement(id="s1", text=statement)]
    found = asyncio.run(Translator().translate(load_domain(domain), "1", asked, translator="offline"))[1][0]
    assert not found.readings
    assert not found.guesses
    assert found.reason


@pytest.mark.parametrize(
    ("domain", "statement"),
    [
        ("waterway", "Before the debris boat does anything, the scout has to have checked out the end point."),
        ("waterway", "Before anything else the scout goes to waypoint B."),
        ("haulage", "Driver 2 does all the driving."),
        ("haulage", "At the end of the day the van should be back at the depot with nobody in it."),
        ("haulage", "The van should be in the depot when everything is delivered, with no driver in it."),
    ],
)
def test_words_that_no_reading_accounts_for_are_not_left_out(domain: str, statement: str) -> None:
    reader = parser(domain)
    assert reader.parse(statement) == ()
    assert reader.why_not(statement)


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
        "The scout visits A no more than two times.",
        "The scout must be at B no more than 5 hours after the start.",
        "No vessel may be at B before 5 hours have passed.",
        "From hour 2 until hour 5 the scout is at B.",
    ],
)
def test_what_is_said_straight_is_no_twist(statement: str) -> None:
    assert twisted(statement) is None


def test_long_repetitions_are_looked_through_in_no_time() -> None:
    # With an unbounded gap in a pattern of politeness this took nearly five seconds.
    started = time.process_time()
    said_plainly("it would help " * 142)
    assert time.process_time() - started < 2
