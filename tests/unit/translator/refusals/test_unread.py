"""Words beside a name that a reading must not lose, and statements that are not read as a whole."""

import asyncio

import pytest

from plancritic.contracts.translation import Statement, StatementReadings
from plancritic.domains import load_domain
from plancritic.translator.translation import Translator


def read(text: str, domain: str = "waterway", shown_plan: str | None = None) -> StatementReadings:
    statement = Statement(id="s1", text=text)
    reading = Translator().translate(load_domain(domain), "1", [statement], shown_plan, translator="offline")
    return asyncio.run(reading)[1][0]


@pytest.mark.parametrize(
    ("text", "constraints"),
    [
        ("The scout must be at waypoint A within forty-five hours.", "(within 45 (at sct_ast_0 wpt_a_0))"),
        ("The scout must be at waypoint A within one hundred and twenty hours.", "(within 120 (at sct_ast_0 wpt_a_0))"),
        (
            "From hour twenty-one to hour forty the scout is at A.",
            "(hold-during 21 40 (at sct_ast_0 wpt_a_0))",
        ),
        ("“The scout’s never to be at waypoint‑A.” 🙂", "(always (not (at sct_ast_0 wpt_a_0)))"),
        ("The scout must _never_ be at waypoint A.", "(always (not (at sct_ast_0 wpt_a_0)))"),
        ("The scout must be at waypoint A within 30 min.", "(within 0.5 (at sct_ast_0 wpt_a_0))"),
        ("The scout must be at waypoint A within 7200 s.", "(within 2 (at sct_ast_0 wpt_a_0))"),
    ],
)
def test_what_is_read_is_one_reading_of_all_of_it(text: str, constraints: str) -> None:
    found = read(text)
    assert found.readings[0].constraints == (constraints,)
    bounds = {
        word for reading in found.readings for text in reading.constraints for word in text.split() if word.isdigit()
    }
    assert bounds <= set(constraints.split())


def test_an_abbreviated_unit_is_that_unit_in_every_domain() -> None:
    found = read("Van 1 must be at the depot within 2 h.", "haulage")
    assert found.readings
    assert "within 120 " in found.readings[0].constraints[0]


def test_a_short_word_behind_the_only_boat_of_its_kind_is_no_name() -> None:
    assert read("debris boat shd finish up at waypoint B thx").readings


@pytest.mark.parametrize("heading", ["Request", "BUG", "Zorp"])
def test_a_heading_before_a_whole_wish_is_no_verdict(heading: str) -> None:
    assert read(f"{heading}: the scout must be at waypoint B.").readings
