"""Which name a misspelt one stands for, and when that is in doubt."""

from __future__ import annotations

import pytest

from plancritic.schema_library.candidates.names import clearly_closest, denied, same_spelling, with_a_letter_wrong

KNOWN = ("hands-free", "on-table", "on-shelf", "locked", "not-made-yet", "holding")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("hand-free", "hands-free"),
        ("hands_free", "hands-free"),
        ("holdng", "holding"),
        ("holdnig", "holding"),
        ("handsfree", "hands-free"),
        ("hands-are-free", "hands-free"),
        ("on-tables", "on-table"),
        ("unlocked", None),
        ("not-holding", None),
        ("made-yet", None),
        ("on-floor", None),
        ("carrying", None),
        ("x" * 10_000, None),
    ],
)
def test_a_name_stands_for_the_closest_one_only_beyond_doubt(name: str, meant: str | None) -> None:
    assert clearly_closest(name, KNOWN) == meant


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("switched-off", "switched-on"),
        ("switchedoff", "switchedon"),
        ("door-open", "door-closed"),
        ("tank-full", "tank-fuel"),
        ("tank-full", "tank-empty"),
        ("on-left-side", "on-right-side"),
        ("robot-in", "robot-on"),
        ("robot-in", "robot-out"),
        ("arm-going-up", "arm-going-down"),
        ("deactivated", "activated"),
        ("impossible", "possible"),
        ("inactive", "active"),
        ("irregular", "regular"),
        ("disconnected", "connected"),
        ("isunlocked", "islocked"),
        ("nonempty", "empty"),
        ("non-empty", "empty"),
        ("not-visited", "visited"),
        ("no-visited", "visited"),
        ("increased", "decreased"),
        ("attached", "detached"),
        ("pushed", "pulled"),
        ("close", "closed"),
        ("container", "contain"),
        ("robot-never-free", "robot-free"),
        ("north-linked", "south-linked"),
        ("room1-free", "room2-free"),
        ("room11-free", "room1-free"),
    ],
)
def test_a_name_that_says_something_else_is_no_slip(name: str, other: str) -> None:
    assert clearly_closest(name, (other,)) is None
    assert clearly_closest(other, (name,)) is None


def test_between_two_equally_close_names_is_doubt() -> None:
    assert clearly_closest("visted", ("visited", "viisted")) is None
    assert clearly_closest("anything", ()) is None


def test_case_and_dashes_make_no_other_name_unless_two_differ_in_nothing_else() -> None:
    assert same_spelling("On_Table", KNOWN) == "on-table"
    assert same_spelling("on_table", ("on-table", "on_table")) is None


def test_a_denial_names_what_it_denies() -> None:
    assert denied("not-holding", KNOWN) == "holding"
    assert denied("is_not_locked", KNOWN) == "locked"
    assert denied("not-made-yet", ("made-yet",)) == "made-yet"
    assert denied("unlocked", KNOWN) is None
    assert denied("not-not-locked", KNOWN) is None


@pytest.mark.parametrize(
    ("name", "meant"), [("?frm", "?from"), ("?froom", "?from"), ("?room", None), ("?room11", None), ("?rom1", "?room1")]
)
def test_one_letter_inside_is_a_slip_and_a_digit_is_none(name: str, meant: str | None) -> None:
    assert with_a_letter_wrong(name, ("?from", "?room1")) == meant
