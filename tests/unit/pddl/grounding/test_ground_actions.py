from __future__ import annotations

import pytest
from tests.support.small_domain import problem

from plancritic.pddl.grounding import changeable_predicates, ground_action, ground_atoms
from plancritic.pddl.language import UnknownActionError


def test_atoms_are_of_the_right_types() -> None:
    assert [str(atom) for atom in ground_atoms(problem(), "held")] == ["(held a)", "(held b)", "(held t)"]
    assert len(ground_atoms(problem())) == 3 * 4 + 3


def test_an_unknown_predicate_is_an_error() -> None:
    with pytest.raises(KeyError):
        ground_atoms(problem(), "nothing")


def test_predicates_without_an_effect_are_static() -> None:
    assert changeable_predicates(problem().domain) == {"p", "q", "r"}


def test_a_ground_action_is_made_once() -> None:
    given = problem()
    assert ground_action(given, "flip", ("a",)) is ground_action(given, "flip", ("a",))


def test_quantified_effects_are_written_out() -> None:
    flip = ground_action(problem(), "flip", ("a",))
    assert len(flip.effects_at_start) == 2 + 2


def test_a_wrong_argument_is_named() -> None:
    with pytest.raises(UnknownActionError, match="t is of type tool, flip wants thing"):
        ground_action(problem(), "flip", ("t",))
