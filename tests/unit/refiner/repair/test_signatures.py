"""Parameters as prescribed."""

from __future__ import annotations

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.pddl.language import parse_domain
from plancritic.refiner.benchmark import benchmark_domains
from plancritic.refiner.repair.signatures import with_prescribed_parameters

BLOCKS = benchmark_domains()["blocks"]


def test_what_is_as_prescribed_stays_as_it_was_written() -> None:
    domain, changed = with_prescribed_parameters(parse_domain(BLOCKS.text), BLOCKS.description)
    assert domain.text == BLOCKS.text
    assert changed == ()


def test_order_and_types_are_mended() -> None:
    mended_as(BLOCKS.description)


def test_prescribed_parameters_may_stand_in_parentheses() -> None:
    actions = {
        name: each.model_copy(update={"parameters": f"({each.parameters})"})
        for name, each in BLOCKS.description.actions.items()
    }
    mended_as(BLOCKS.description.model_copy(update={"actions": actions}))


def mended_as(description: DomainDescription) -> None:
    text = BLOCKS.text.replace(":parameters (?x ?below - block)", ":parameters (?below ?x - block)", 1)
    text = text.replace("(:types block - object)", "(:types brick - block block - object)")
    text = text.replace(
        ":action put-down\n    :parameters (?x - block)", ":action put-down\n    :parameters (?x - brick)"
    )
    mended, changed = with_prescribed_parameters(parse_domain(text), description)
    assert changed == ("put-down: ?x is of type block", "stack: parameters in the order ?x ?below")
    assert mended.actions == parse_domain(BLOCKS.text).actions


def test_a_missing_parameter_is_added() -> None:
    text = """(define (domain blocks) (:requirements :strips :typing) (:types block - object)
 (:predicates (on ?upper ?lower - block) (on-table ?x - block) (clear ?x - block) (held ?x - block) (hand-empty))
 (:action stack :parameters (?x - block) :precondition (held ?x) :effect (not (held ?x))))"""
    domain, changed = with_prescribed_parameters(parse_domain(text), BLOCKS.description)
    assert [str(each) for each in domain.actions["stack"].parameters] == ["?x - block", "?below - block"]
    assert changed == ("stack: parameter ?below added",)
