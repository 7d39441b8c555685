"""Statements are divided by what their parts are about."""

from __future__ import annotations

import pytest

from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.mentions.parts import kept_for, objects_of, without
from plancritic.domains import load_domain
from plancritic.wording import Lexicon

NAMES = NamedObjects(Lexicon(load_domain("waterway"), "1"))


def test_a_conjunction_of_states_is_divided() -> None:
    together = ("(at end (and (at sct_ast_0 wpt_ini) (at deb_ast_0 wpt_ini)))",)
    assert without(together, "without the scout", NAMES) == ("(at end (at deb_ast_0 wpt_ini))",)


def test_a_denied_choice_is_divided() -> None:
    neither = ("(always (not (or (at sct_ast_0 wpt_a_0) (at deb_ast_0 wpt_a_0))))",)
    assert without(neither, "the debris boat may", NAMES) == ("(always (not (at sct_ast_0 wpt_a_0)))",)


def test_what_has_to_be_so_together_is_not_divided() -> None:
    at_once = ("(sometime (and (at sct_ast_0 wpt_a_0) (at deb_ast_0 wpt_a_0)))",)
    assert without(at_once, "not the scout", NAMES) is None


@pytest.mark.parametrize("text", ["not at waypoint A", "neither the scout nor the debris boat", "nothing is named"])
def test_what_all_parts_share_sets_none_apart(text: str) -> None:
    both = ("(always (not (at sct_ast_0 wpt_a_0)))", "(always (not (at deb_ast_0 wpt_a_0)))")
    assert without(both, text, NAMES) is None


def test_what_is_said_of_some_things_is_kept() -> None:
    both = ("(at end (at sct_ast_0 wpt_ini))", "(at end (at deb_ast_0 wpt_ini))")
    assert kept_for(both, frozenset({"sct_ast_0"}), NAMES) == both[:1]
    assert kept_for(both, objects_of(both, NAMES), NAMES) is None
