"""Free words correct a statement only where they name what is exchanged and say nothing else; stale steps stay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.builders import statement
from tests.support.revisions import entry, revision

from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.turns.spoken import AmbiguousTarget, Spoken, spoken
from plancritic.coordinator.understanding.questions import Effect
from plancritic.domains import load_domain
from plancritic.wording import Lexicon

VISIT = "The scout visits waypoint A."
SUITES = Path(__file__).parents[3] / "cases" / "feedback"


@pytest.fixture(scope="module")
def names() -> NamedObjects:
    return NamedObjects(Lexicon(load_domain("waterway"), "1"))


def said(text: str, names: NamedObjects, *before: str) -> Spoken:
    """What a text asks for after others, each said in a turn of its own."""
    entries = [entry(each, f"s{turn}", turn=turn) for turn, each in enumerate(before, start=1)]
    return spoken((statement(text),), revision(*entries), names)


def test_the_last_turn_is_corrected_unless_the_correction_names_what_was_said_before(names: NamedObjects) -> None:
    other = "The debris boat visits waypoint B."
    assert said("No, I meant to say the dock.", names, VISIT, other).drop == ("s2",)
    assert said("Sorry, the dock instead of waypoint A.", names, VISIT, other).drop == ("s1",)
    assert said("Sorry, for the scout make it the dock.", names, VISIT, other).drop == ("s1",)


def test_of_several_places_the_one_that_is_chosen_is_corrected(names: NamedObjects) -> None:
    text, before = "Oops, that should be the dock.", "The scout visits waypoint A before waypoint B."
    order = "(sometime-before (at sct_ast_0 wpt_b_0) (at sct_ast_0 wpt_a_0))"
    head = revision(entry(before, constraints=(order,)))
    with pytest.raises(AmbiguousTarget) as raised:
        spoken((statement(text),), head, names)
    first, second = raised.value.targets
    assert "the dock before" in first.leads_to and "before the dock" in second.leads_to
    chosen = {statement(text).id: Effect(does="target", statement="s1", at=second.at)}
    (corrected,) = spoken((statement(text),), head, names, chosen).statements
    assert corrected.text == "The scout visits waypoint A before the dock."


def test_a_name_that_the_reading_is_not_about_is_not_corrected(names: NamedObjects) -> None:
    said_before = entry("The tug is at the dock at the end.", constraints=("(at end (at shp_sal_ast_0 shp_dck_0))",))
    (corrected,) = spoken((statement("no, at waypoint B"),), revision(said_before), names).statements
    assert corrected.text == "The tug is at waypoint B at the end."


@pytest.mark.parametrize("domain", ["waterway", "satellite", "haulage"])
def test_no_statement_of_the_suites_is_taken_for_a_command_after_others(domain: str) -> None:
    lines = [
        json.loads(line)
        for name in ("unseen-own", "words-own", "voices-own", "haulage-dev")
        for line in (SUITES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    said_there = [
        text for line in lines if line["domain"] == domain for text in line.get("statements") or [line["statement"]]
    ]
    names, number = NamedObjects(Lexicon(load_domain(domain), "1")), len(said_there)
    assert number > 50
    for place, text in enumerate(said_there):
        before = {said_there[(place + step) % number] for step in (1, number // 3, number // 2)} - {text}
        assert said(text, names, *sorted(before)) == Spoken((statement(text),))
