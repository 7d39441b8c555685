"""A wish that is said as a correction replaces the statement whose shape it has; a wish of its own replaces none."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest
from tests.support.builders import statement
from tests.support.revisions import entry, revision

from plancritic.contracts.sessions import Revision
from plancritic.coordinator.commands.replacing import correction_in
from plancritic.coordinator.commands.session_commands import AmbiguousTarget, Spoken
from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.turns.classifier import load_classifier
from plancritic.coordinator.turns.deciding import TurnReader
from plancritic.coordinator.turns.spoken import spoken
from plancritic.coordinator.understanding.questions import Effect
from plancritic.domains import load_domain
from plancritic.paths import cache_folder
from plancritic.wording import Lexicon

Says: TypeAlias = Callable[..., Spoken]

LEXICON = Lexicon(load_domain("waterway"), "1")
NAMES = NamedObjects(LEXICON)
ORDER = entry("The scout visits waypoint B first.", "s1")
END = entry(
    "The tug has to be at the ship dock at the end.",
    "s2",
    turn=2,
    constraints=("(at end (at shp_sal_ast_0 shp_dck_0))",),
)


@pytest.fixture(scope="module")
def says() -> Says:
    classifier = load_classifier(cache_folder())
    assert classifier is not None, "`make setup` assembles the sentence encoder"

    def of(text: str, *entries: object, chosen: Effect | None = None) -> Spoken:
        head: Revision = revision(*entries, number=max(each.turn for each in entries))  # type: ignore[arg-type, attr-defined]
        effects = {} if chosen is None else {statement(text).id: chosen}
        return spoken((statement(text),), head, NAMES, effects, TurnReader(classifier, LEXICON))

    return of


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("change that: it is waypoint A that comes first, not waypoint B", "it is waypoint A that comes first"),
        ("no, the debris boat must visit waypoint A first", "the debris boat must visit waypoint A first"),
        ("waypoint A rather than waypoint B", "The scout visits waypoint A first."),
        ("nope, waypoint A", "The scout visits waypoint A first."),
        ("wrong, waypoint A before anything else", "waypoint A before anything else"),
    ],
)
def test_a_correction_replaces_the_statement_that_it_resembles(text: str, new: str, says: Says) -> None:
    found = says(text, ORDER)
    assert [each.text for each in found.statements] == [new]
    assert (found.drop, found.replaced) == (("s1",), ("s1",))


def test_an_earlier_statement_is_replaced_where_it_alone_has_the_shape(says: Says) -> None:
    assert says("no, waypoint A first", ORDER, END).drop == ("s1",)
    assert says("no, at the debris station", ORDER, END).drop == ("s2",)


@pytest.mark.parametrize(
    "text",
    [
        "The debris boat reaches waypoint A first, not waypoint B.",
        "No vessel may go through waypoint A.",
        "The scout must never wait at the end point, not even for an hour.",
        "The tug should stay at the start for two hours.",
        "Don't let the debris boat reach waypoint B first, send it to waypoint A first instead.",
    ],
)
def test_a_wish_of_its_own_replaces_nothing(text: str, says: Says) -> None:
    found = says(text, ORDER)
    assert ([each.text for each in found.statements], found.drop) == ([text], ())


def test_a_change_that_resembles_nothing_is_asked_about(says: Says) -> None:
    text = "change that: the authority of branch A is to be asked"
    with pytest.raises(AmbiguousTarget) as raised:
        says(text, END)
    assert [each.variant for each in raised.value.targets] == ["", "beside"]
    beside = says(text, END, chosen=Effect(does="target", statement="s2", variant="beside"))
    assert (len(beside.statements), beside.drop) == (1, ())
    assert says(text, END, chosen=Effect(does="target", statement="s2")).drop == ("s2",)


@pytest.mark.parametrize("text", ["no", "that's wrong", "is it not waypoint A first?", "The scout visits waypoint A."])
def test_what_says_no_other_wish_is_no_correction(text: str) -> None:
    assert correction_in(text, NAMES) is None
