"""Parameters as prescribed."""

from __future__ import annotations

import re

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.pddl.language import conjuncts, parse_domain
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
    stack = BLOCKS.description.model_copy(update={"actions": {"stack": BLOCKS.description.actions["stack"]}})
    domain, changed = with_prescribed_parameters(parse_domain(text), stack)
    assert [str(each) for each in domain.actions["stack"].parameters] == ["?x - block", "?below - block"]
    assert changed == ("stack: parameter ?below added",)


def test_an_action_that_is_missing_gets_its_signature_alone() -> None:
    text = BLOCKS.text[: BLOCKS.text.index("(:action unstack")] + ")"
    domain, changed = with_prescribed_parameters(parse_domain(text), BLOCKS.description)
    assert changed == ("unstack: added, with nothing but its signature",)
    unstack, true = domain.actions["unstack"], parse_domain(BLOCKS.text).actions["unstack"]
    assert unstack.parameters == true.parameters
    assert unstack.effects_at_start == () and conjuncts(unstack.conditions_at_start) == ()


def lift(parameters: str, condition: str = "(lift-at ?where)") -> tuple[list[str], tuple[str, ...]]:
    """The parameters of miconic's `board` after mending, when a writer gave it others."""
    miconic = benchmark_domains()["miconic"]
    text = re.sub(
        r"\(:action board.*?not-boarded \?p\)\)\)\)",
        f"(:action board :parameters ({parameters}) :precondition {condition} :effect (and (boarded ?who)))",
        miconic.text,
        flags=re.DOTALL,
    )
    domain, changed = with_prescribed_parameters(parse_domain(text), miconic.description)
    return [str(each) for each in domain.actions["board"].parameters], changed


def test_parameters_of_other_names_are_ordered_and_completed_by_their_types() -> None:
    ordered = ["?where - floor", "?who - passenger"]
    assert lift("?who - passenger ?where - floor") == (ordered, ("board: parameters in the order ?where ?who",))
    assert lift("?where - floor ?who - passenger") == (ordered, ())
    added = ["?f - floor", "?who - passenger"]
    assert lift("?who - passenger", "(not-served ?who)") == (added, ("board: parameter ?f added",))


def test_a_predicate_gets_the_declared_types() -> None:
    text = BLOCKS.text.replace("(held ?x - block)", "(held ?x - object)")
    domain, changed = with_prescribed_parameters(parse_domain(text), BLOCKS.description)
    assert changed == ("predicate held: (?x - block) as described",)
    assert domain.predicates == parse_domain(BLOCKS.text).predicates
