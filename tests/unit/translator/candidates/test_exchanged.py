"""One in another's place: what is asked of the one is denied of the other; anything beyond that is not read."""

from __future__ import annotations

import asyncio

import pytest
from tests.support.parsers import parser

from plancritic.contracts.translation import Statement
from plancritic.domains import load_domain
from plancritic.translator.candidates.exchanged import ExchangedReader
from plancritic.translator.translation import Translator

DRIVERS = ["(sometime (drives driver2 van1))", "(always (not (drives driver1 van1)))"]
BOATS = ["(at end (at deb_ast_0 wpt_b_0))", "(at end (not (at sct_ast_0 wpt_b_0)))"]


def read(domain: str, statement: str) -> list[str]:
    found = ExchangedReader(parser(domain)).parse(statement)
    return [str(each) for each in found[0].constraints] if found else []


@pytest.mark.parametrize(
    ("domain", "statement", "meant"),
    [
        ("haulage", "Driver 2 should do the driving, not driver 1.", DRIVERS),
        ("haulage", "Not driver 1 but driver 2 drives the van.", DRIVERS),
        ("haulage", "Driver 1 should not be the one at the wheel, driver 2 should.", DRIVERS),
        ("haulage", "Driver 2 takes the wheel. Driver 1 does not.", DRIVERS),
        ("waterway", "The debris boat rather than the scout should end at waypoint B.", BOATS),
        ("waterway", "The scout shouldn't be the one that ends at waypoint B, the debris boat should.", BOATS),
    ],
)
def test_the_one_is_asked_what_the_other_is_denied(domain: str, statement: str, meant: list[str]) -> None:
    assert read(domain, statement) == meant


@pytest.mark.parametrize(
    ("domain", "statement"),
    [
        ("haulage", "Driver 2 should drive before driver 1 does."),
        ("haulage", "Not only driver 1 but driver 2 should drive."),
        ("haulage", "Driver 2 should not drive, driver 1 should not either."),
        ("haulage", "Driver 2 should do the driving, not parcel 1."),
        ("haulage", "Driver 2 drives within 20 minutes, not driver 1."),
        ("haulage", "Do not mind driver 1, let driver 2 drive."),
        ("satellite", "Hmm, thinking about it, GroundStation1 instead of GroundStation2."),
        ("satellite", "Take Star0 instead of GroundStation1."),
        ("waterway", "The debris boat must not end at waypoint B instead of the scout."),
        ("waterway", "The scout should stay at the start, not the debris boat."),
    ],
)
def test_what_bounds_it_in_time_or_denies_more_is_not_read_here(domain: str, statement: str) -> None:
    assert read(domain, statement) == []


def test_an_exchange_is_the_reading_of_its_statement() -> None:
    asked = [Statement(id="s1", text="Driver 2 should do the driving, not driver 1.")]
    found = asyncio.run(Translator().translate(load_domain("haulage"), "1", asked, translator="offline"))[1][0]
    assert list(found.readings[0].constraints) == DRIVERS
