"""What need not be takes back a demand; whatever demands something beside it does not."""

from __future__ import annotations

import pytest
from tests.support.revisions import entry

from plancritic.coordinator.commands.releases import is_elliptic, narrowed_by, permits
from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.domains import load_domain
from plancritic.wording import Lexicon

NAMES = NamedObjects(Lexicon(load_domain("haulage"), "2"))
BOTH = entry(
    "Both vans must be at the depot at the end.",
    constraints=("(at end (at van1 depot))", "(at end (at van2 depot))"),
)


def test_an_ellipsis_says_of_which_thing_not() -> None:
    assert is_elliptic("not van 2, it can stay out", NAMES)
    assert is_elliptic("except van 1, that one has time", NAMES)
    assert not is_elliptic("not van 2, it must go to the mill", NAMES)
    assert not is_elliptic("not to the mill before 40", NAMES)


def test_only_and_except_narrow_a_statement() -> None:
    ((_, left),) = narrowed_by("just van 1", [BOTH], NAMES)
    assert left == ("(at end (at van1 depot))",)
    ((_, left),) = narrowed_by("all of them except van 1", [BOTH], NAMES)
    assert left == ("(at end (at van2 depot))",)


@pytest.mark.parametrize("text", ["only van 1 may visit the mill", "van 1 too", "only parcel 1"])
def test_what_says_more_than_the_statement_narrows_nothing(text: str) -> None:
    assert narrowed_by(text, [BOTH], NAMES) == []


CLOSED = entry(
    "No van may go to the mill.", constraints=("(always (not (at van1 mill)))", "(always (not (at van2 mill)))")
)


def test_only_permits_where_something_is_forbidden() -> None:
    ((_, left),) = narrowed_by("only van 2 may go to the mill", [CLOSED], NAMES)
    assert left == ("(always (not (at van1 mill)))",)
    assert narrowed_by("only van 2", [CLOSED], NAMES) == []


def test_an_exception_to_a_prohibition_permits() -> None:
    ((_, left),) = narrowed_by("none of them but van 1 may go to the mill", [CLOSED], NAMES)
    assert left == ("(always (not (at van2 mill)))",)


@pytest.mark.parametrize("text", ["van 1 may go to the mill again", "ok, van 2 is allowed to visit the mill"])
def test_what_was_forbidden_is_permitted(text: str) -> None:
    assert permits(text, CLOSED, NAMES)
    assert not permits(text, BOTH, NAMES), "nothing is forbidden there"


@pytest.mark.parametrize(
    "text",
    [
        "van 1 may not go to the mill",
        "van 1 can wait at the mill for an hour",
        "van 1 can go to the mill first",
        "no van but van 1 may go to the mill",
        "may van 1 go to the mill?",
        "van 1 may go to the market",
    ],
)
def test_what_says_otherwise_or_more_is_no_permission(text: str) -> None:
    assert not permits(text, CLOSED, NAMES)
