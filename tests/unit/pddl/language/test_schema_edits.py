"""Edits of action schemas: what they do, and what they refuse."""

from __future__ import annotations

import pytest

from plancritic.pddl.language import (
    Atom,
    Domain,
    Not,
    Parameter,
    PddlSyntaxError,
    SchemaEditError,
    add_effect,
    add_parameter,
    add_precondition,
    change_parameter_type,
    negate_effect,
    negate_precondition,
    parse_domain,
    remove_effect,
    remove_precondition,
    reorder_parameters,
    with_action,
)

_BLOCKS = """(define (domain crates) (:requirements :strips :typing)
 (:types crate crane)
 (:predicates (held ?c - crate ?g - crane) (free ?g - crane) (down ?c - crate))
 (:action lift :parameters (?c - crate ?g - crane) :precondition (and (free ?g) (down ?c))
  :effect (and (held ?c ?g) (not (down ?c)) (not (free ?g))))
 (:durative-action lower :parameters (?c - crate ?g - crane) :duration (= ?duration 2)
  :condition (and (at start (held ?c ?g))) :effect (and (at end (down ?c)) (at end (free ?g)))))
"""
_FREE, _DOWN, _HELD = Atom("free", ("?g",)), Atom("down", ("?c",)), Atom("held", ("?c", "?g"))


@pytest.fixture
def domain() -> Domain:
    return parse_domain(_BLOCKS)


def test_conditions_are_added_removed_and_turned_round(domain: Domain) -> None:
    lift = domain.actions["lift"]
    assert str(remove_precondition(lift, _DOWN).conditions_at_start) == "(free ?g)"
    assert str(negate_precondition(lift, _FREE).conditions_at_start) == "(and (not (free ?g)) (down ?c))"
    added = add_precondition(lift, Not(_HELD))
    assert str(added.conditions_at_start) == "(and (free ?g) (down ?c) (not (held ?c ?g)))"
    assert negate_precondition(added, Not(_HELD)) == add_precondition(lift, _HELD)
    assert lift == domain.actions["lift"], "the original stays as it was"


def test_effects_are_added_removed_and_turned_round(domain: Domain) -> None:
    lift, lower = domain.actions["lift"], domain.actions["lower"]
    assert remove_effect(add_effect(lower, Not(_HELD), "at start"), Not(_HELD), "at start") == lower
    assert [each.becomes for each in negate_effect(lift, Not(_DOWN)).effects_at_start] == [True, True, False]
    assert len(remove_effect(lower, _FREE, "at end").effects_at_end) == 1


def test_parameters_change_type_and_order_and_grow(domain: Domain) -> None:
    lift = domain.actions["lift"]
    assert [each.name for each in reorder_parameters(lift, ("?g", "?c")).parameters] == ["?g", "?c"]
    assert change_parameter_type(lift, "?c", ("crane",)).parameters[0].types == ("crane",)
    grown = add_parameter(lift, Parameter("?h", ("crane",)), 1)
    assert [each.name for each in grown.parameters] == ["?c", "?h", "?g"]
    assert with_action(domain, grown).actions["lift"] == grown


def test_an_edit_that_does_not_fit_is_refused_with_the_reason(domain: Domain) -> None:
    lift = domain.actions["lift"]
    with pytest.raises(SchemaEditError, match=r"\(held \?c \?g\) is no condition at start"):
        remove_precondition(lift, _HELD)
    with pytest.raises(SchemaEditError, match="already"):
        add_precondition(lift, _FREE)
    with pytest.raises(SchemaEditError, match="is no effect"):
        negate_effect(lift, _DOWN)
    with pytest.raises(SchemaEditError, match="takes no time"):
        add_effect(lift, _DOWN, "at end")
    with pytest.raises(SchemaEditError, match="its parameters are"):
        reorder_parameters(lift, ("?c",))
    with pytest.raises(SchemaEditError, match="not a free name"):
        add_parameter(lift, Parameter("?c", ("crate",)))
    with pytest.raises(SchemaEditError, match="no parameter"):
        change_parameter_type(lift, "?x", ("crate",))


def test_a_domain_is_not_made_of_an_illegal_action(domain: Domain) -> None:
    wrong = change_parameter_type(domain.actions["lift"], "?c", ("crane",))
    with pytest.raises(PddlSyntaxError):
        with_action(domain, wrong)
