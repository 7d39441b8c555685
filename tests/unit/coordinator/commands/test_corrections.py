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
DEADLINE = "The wreck has to be at the ship dock by hour 11."
WINDOW = "The scout has to wait at waypoint B from hour 3 to hour 5."
SUITES = Path(__file__).parents[3] / "cases" / "feedback"


@pytest.fixture(scope="module")
def names() -> NamedObjects:
    return NamedObjects(Lexicon(load_domain("waterway"), "1"))


def said(text: str, names: NamedObjects, *before: str) -> Spoken:
    """What a text asks for after others, each said in a turn of its own."""
    entries = [entry(each, f"s{turn}", turn=turn) for turn, each in enumerate(before, start=1)]
    return spoken((statement(text),), revision(*entries), names)


@pytest.mark.parametrize(
    ("before", "text", "new"),
    [
        (VISIT, "Oops, I meant to say waypoint B.", "The scout visits waypoint B."),
        (VISIT, "Wait, make that the ship dock, sorry.", "The scout visits the ship dock."),
        (VISIT, "On second thoughts, it should be waypoint B instead of A.", "The scout visits waypoint B."),
        (VISIT, "Sorry, the scout should be at B, not at A.", "The scout visits B."),
        (VISIT, "My mistake, at the dock.", "The scout visits the dock."),
        (VISIT, "Correction: the debris boat visits waypoint A.", "The debris boat visits waypoint A."),
        (DEADLINE, "No, 12.", "The wreck has to be at the ship dock by hour 12."),
        (DEADLINE, "Make it hour 9.5, please.", "The wreck has to be at the ship dock by hour 9.5."),
        (DEADLINE, "Actually, by hour 12 is good enough.", "The wreck has to be at the ship dock by hour 12."),
        (WINDOW, "I mean from 4 to 6, sorry.", "The scout has to wait at waypoint B from hour 4 to hour 6."),
        (WINDOW, "Sorry, 6, not 5.", "The scout has to wait at waypoint B from hour 3 to hour 6."),
        (
            "The scout visits waypoint A before waypoint B.",
            "No, the other way around.",
            "The scout visits waypoint B before waypoint A.",
        ),
        ("The scout before the debris boat at B.", "Vice versa, please.", "The debris boat before the scout at B."),
    ],
)
def test_a_correction_replaces_the_statement(before: str, text: str, new: str, names: NamedObjects) -> None:
    found = said(text, names, before)
    assert ([each.text for each in found.statements], found.drop) == ([new], ("s1",))


@pytest.mark.parametrize(
    ("before", "text"),
    [
        (VISIT, "Sorry, waypoint B by hour 4."),
        (VISIT, "No, the scout should never be at waypoint B."),
        (VISIT, "The scout should not be at waypoint A."),
        (VISIT, "No, the scout should not be at waypoint A."),
        (VISIT, "Actually, the debris boat at waypoint B."),
        (VISIT, "No vessel at waypoint B."),
        (VISIT, "Waypoint B."),
        ("Waypoint A, waypoint B, then the dock.", "The other way round."),
        (VISIT, "Instead the scout should wait."),
        (VISIT, "Make it snappy."),
        (DEADLINE, "Everything by hour 12."),
        (DEADLINE, "Make it 30 minutes."),
        (DEADLINE, "Sorry, after hour 12."),
        (DEADLINE, "No, between hour 9 and hour 10."),
        (DEADLINE, "No, 11."),
        (WINDOW, "Sorry, I meant 4."),
        ("Step 4 has to be done by hour 5.", "No, by hour 6."),
        ("Step 4 goes before step 6.", "The other way round, please."),
        (VISIT, "The other way round the island."),
    ],
)
def test_what_says_anything_else_corrects_nothing(before: str, text: str, names: NamedObjects) -> None:
    assert said(text, names, before) == Spoken((statement(text),))


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
