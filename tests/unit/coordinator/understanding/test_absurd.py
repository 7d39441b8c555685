"""Orders that no person means are known by their form."""

from __future__ import annotations

from tests.support.sayings import reading

from plancritic.coordinator.understanding.absurd import is_absurd, strays, turns_round
from plancritic.domains import load_domain
from plancritic.wording import Lexicon

ORDER = reading("(sometime-before (at deb_ast_0 wpt_a_0) (at sct_ast_0 wpt_a_0))", 0.5)
TURNED = reading("(sometime-before (at sct_ast_0 wpt_a_0) (at deb_ast_0 wpt_a_0))", 0.5)
ITSELF = reading("(sometime-after (at sct_ast_0 wpt_a_0) (at sct_ast_0 wpt_a_0))", 0.5)


def test_only_what_comes_before_or_after_itself_is_absurd() -> None:
    assert is_absurd(ITSELF)
    assert not is_absurd(ORDER)


def test_only_the_same_two_things_are_turned_round() -> None:
    assert turns_round(ORDER, TURNED)
    assert not turns_round(ORDER, ORDER)
    assert not turns_round(ORDER, reading("(sometime (at sct_ast_0 wpt_a_0))", 0.5))


def test_what_nobody_said_is_told_from_what_was_said() -> None:
    problem = Lexicon(load_domain("haulage"), "1").problem
    best = reading("(within 50 (lies parcel1 hospital))", 0.5)
    elsewhere = reading("(within 50 (lies parcel1 mill))", 0.1)
    another = reading("(within 50 (lies parcel3 mill))", 0.1)
    assert strays(elsewhere, best, frozenset({"parcel1"}), problem)
    assert not strays(elsewhere, best, frozenset({"parcel1", "mill"}), problem)
    assert strays(another, best, frozenset({"parcel1"}), problem)
    assert not strays(reading("(at end (lies parcel1 hospital))", 0.1), best, frozenset({"parcel1"}), problem)
