"""Words beside a name that a reading must not lose, and statements that are not read as a whole."""

import asyncio

import pytest

from plancritic.contracts.translation import Statement, StatementReadings
from plancritic.domains import load_domain
from plancritic.translator.translation import Translator

PLAN = """0.000: (scout_location wpt_ini sct_ast_0) [1.000]
1.100: (move_scout_asset wpt_ini wpt_a_0 sct_ast_0) [0.500]
"""


def read(text: str, domain: str = "waterway", shown_plan: str | None = None) -> StatementReadings:
    statement = Statement(id="s1", text=text)
    reading = Translator().translate(load_domain(domain), "1", [statement], shown_plan, translator="offline")
    return asyncio.run(reading)[1][0]


@pytest.mark.parametrize(
    "text",
    [
        *("Никакое судно не должно проходить через A.", "船舶不得经过 A。", "No vessel may go through waypoint Ω."),
        *("No vessel may go through waypoint A*.", "No vessel may go through waypoint A’.", "Avoid waypoint B₂."),
        *("The scout must be at waypoint A within 1e2 hours.", "The scout must be at A after ½ hour."),
        *("The scout must be at waypoint A by 10 am.", "The scout must never‎ be at waypoint A."),
    ],
)
@pytest.mark.parametrize("shown_plan", [None, PLAN])
def test_a_statement_with_a_part_that_cannot_be_read_has_no_reading_and_no_guess(text: str, shown_plan) -> None:
    found = read(text, shown_plan=shown_plan)
    assert not found.readings
    assert not found.guesses
    assert found.reason is not None
    assert "cannot be read here" in found.reason
    assert "language model" in found.reason


@pytest.mark.parametrize(
    "text", ["Step 1 before step ２.", "Swap steps 1 and 2².", "Leave step −1 out.", "No step 1.1.1"]
)
def test_a_statement_about_steps_is_guarded_too(text: str) -> None:
    found = read(text, shown_plan=PLAN)
    assert not found.readings
    assert "cannot be read here" in (found.reason or "")


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


@pytest.mark.parametrize("name", ["A7", "Zebra", "Ab"])
def test_the_name_of_something_that_is_not_there_is_no_word_for_all(name: str) -> None:
    found = read(f"No vessel may go through waypoint {name}.")
    assert not found.readings
    assert name.lower() in (found.reason or "")


@pytest.mark.parametrize("number", ["V", "infinity", "umpteen"])
def test_a_bound_whose_number_is_not_read_is_not_left_out(number: str) -> None:
    assert not read(f"The scout must be at waypoint A within {number} hours.").readings


def test_a_short_word_behind_the_only_boat_of_its_kind_is_no_name() -> None:
    assert read("debris boat shd finish up at waypoint B thx").readings


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        ("The scout should be at waypoint B by noon.", "waterway"),
        ("Van 1 must be at the market before dusk.", "haulage"),
        ("Satellite0 must point at Star5 by teatime.", "satellite"),
        ("Scout / waypoint B: verboten.", "waterway"),
        ("Verboten: scout at waypoint B.", "waterway"),
        ("Van 1 / market - tabu.", "haulage"),
    ],
)
def test_a_bound_or_a_verdict_that_is_not_known_refuses_the_rest(text: str, domain: str) -> None:
    found = read(text, domain)
    assert not found.readings
    assert "I do not know" in (found.reason or "") or "I cannot tell" in (found.reason or "")


@pytest.mark.parametrize("heading", ["Request", "BUG", "Zorp"])
def test_a_heading_before_a_whole_wish_is_no_verdict(heading: str) -> None:
    assert read(f"{heading}: the scout must be at waypoint B.").readings
