"""Orders that no person means are known by their form."""

from __future__ import annotations

from tests.support.sayings import reading

from plancritic.coordinator.understanding.absurd import is_absurd, turns_round

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
